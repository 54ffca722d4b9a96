import EntitlementsDatabase
import HTTPTypes

extension Route {
    /// Lists an app user's charges, newest first, with their refunds.
    static func listTransactions(_ database: Database) -> Route {
        Route(
            "listTransactions", .get, "/v1/users/{app_user_id}/transactions",
            me: "listMyTransactions", "/v1/me/transactions", key: .read
        ) { request, subject in
            let asked = try ListTransactionsRequest(reading: request)
            let cursor = try asked.cursor.map(MomentCursor.init(reading:))
            let rows = try await database.call(
                ListTransactions(
                    appUserID: subject.appUserID, environment: asked.environment,
                    pageLimit: asked.limit + 1, beforePurchasedAt: cursor?.moment,
                    beforeChargeID: cursor?.id),
                in: subject.tenant)
            return .page(rows, limit: asked.limit, cursor: \.cursor.text, answer: \.answer)
        }
    }
}

extension ListTransactions.Row {
    var cursor: MomentCursor { MomentCursor(moment: purchasedAt, id: chargeID) }
}
