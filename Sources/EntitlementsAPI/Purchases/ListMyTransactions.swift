import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Lists the end user's own charges, newest first, with their refunds.
    static func listMyTransactions(_ database: Database) -> Route {
        Route(
            "listMyTransactions", .get, "/v1/me/transactions",
            .endUser { request, me in
                try await .transactions(of: me.appUserID, in: me.tenant, database, request)
            })
    }
}
