import Entitlements
import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension APIRequest {
    /// Runs a route's handler: what a lookup reads may come from a replica that has the position of
    /// the request, and the answer to a write has the position that it reached.
    func positioned(
        as kind: Route.Kind, _ handler: () async throws -> Response
    ) async throws -> Response {
        let writes = RequestWrites()
        guard kind == .lookup else {
            var response = try await writes.collecting(handler)
            response.headers[.hearthPosition] = writes.position
            return response
        }
        guard let reads = LookupReads(after: try headerField(.hearthPosition)) else {
            throw Failure(
                .invalidRequest, "Hearth-Position is not a position that Hearth issued.",
                fix:
                    "Send the newest `Hearth-Position` that you received, unchanged, or leave it "
                    + "out."
            )
        }
        return try await LookupReads.$current.withValue(reads) {
            try await writes.collecting(handler)
        }
    }
}
