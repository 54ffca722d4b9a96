import Console
import Entitlements
import HTTPServer
import HTTPTypes

extension ConsoleRoute {
    static let orphans = [
        ConsoleRoute(.get, "/console/{tenant}/orphans", .signedIn { try await $0.showOrphans() }),
        ConsoleRoute(
            .post, "/console/{tenant}/orphans/claim",
            .signedIn { request in
                guard request.form["dry_run"] == nil else { return try await request.preview() }
                return try await request.act(.claimFor, then: "\(request.place.root)/orphans") {
                    try await request.showOrphans(refusal: $0)
                }
            }),
    ]
}

extension ConsoleRequest {
    /// `claim` is a form that makes a claim, and says what the claim would do.
    fileprivate func showOrphans(
        claim: JSONValue = .null, refusal: Failure? = nil
    ) async throws -> Response {
        let list = try await list("/v1/orphans", on: "orphans", limit: 15)
        return try page(
            "orphans", title: "Orphans", area: "orphans",
            [
                "claim": claim,
                "table": OrphansView.table.shown(list.rows, in: place, next: list.next),
            ], refusal: refusal)
    }

    fileprivate func preview() async throws -> Response {
        do {
            let answer = try await carryOut(.claimFor, isPreview: true)
            return try await showOrphans(
                claim: OperationForm.claimFor.shown(
                    to: "\(place.root)/orphans/claim", typed(in: .claimFor), preview: answer))
        } catch let failure as Failure where failure.code != .internal {
            return try await showOrphans(refusal: failure)
        }
    }
}
