import Entitlements
import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Finds app users by any id, attribute, transaction, event, household or code.
    static func findAppUsers(_ database: Database) -> Route {
        Route(
            "findAppUsers", .get, "/v1/admin/search",
            .secret { request, tenant in
                let query = try request.query(allowing: ["query", "limit"])
                let limit = try query.integer("limit", in: 1...100, default: 20)
                let text = try query.text("query", maximumBytes: AppUserID.maximumBytes)
                guard let call = text.flatMap({ FindAppUsers($0, pageLimit: limit) }) else {
                    throw query.problem("query", "Expected a text to search for.")
                }
                return .answer(try await database.callOne(call, in: tenant))
            })
    }
}
