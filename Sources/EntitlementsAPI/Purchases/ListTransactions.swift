package import EntitlementsDatabase
import HTTPTypes
import Hummingbird

extension Route {
    /// Lists an app user's charges, newest first, with their refunds.
    static func listTransactions(_ database: Database) -> Route {
        Route(
            "listTransactions", .get, "/v1/users/{app_user_id}/transactions",
            me: "listMyTransactions", "/v1/me/transactions", key: .read
        ) { request, subject in
            let query = try request.query(allowing: ["environment", "limit", "cursor"])
            let limit = try query.integer("limit", in: 1...100, default: 50)
            let cursor = try query["cursor"].map(MomentCursor.init(reading:))
            let rows = try await database.call(
                ListTransactions(
                    appUserID: subject.appUserID, environment: try query.environment(),
                    pageLimit: limit + 1, beforePurchasedAt: cursor?.moment,
                    beforeChargeID: cursor?.id),
                in: subject.tenant)
            return .page(rows, limit: limit, cursor: \.cursor.text, answer: \.answer)
        }
    }
}

extension ListTransactions.Row {
    package var cursor: MomentCursor { MomentCursor(moment: purchasedAt, id: chargeID) }
}
