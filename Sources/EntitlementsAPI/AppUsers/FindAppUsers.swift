import Entitlements
import EntitlementsDatabase
import HTTPServer
import HTTPTypes

extension Route {
    /// Finds app users by any id, attribute, transaction, event, household or code.
    static func findAppUsers(_ database: Database) -> Route {
        Route(
            "findAppUsers", .get, "/v1/admin/search",
            .support { request, tenant in
                let asked = try FindAppUsersRequest(reading: request)
                guard let call = FindAppUsers(asked.query, pageLimit: asked.limit) else {
                    throw QueryParameters.failure("query", "Expected a text to search for.")
                }
                return .answer(try await database.callOne(call, in: tenant))
            })
    }
}
