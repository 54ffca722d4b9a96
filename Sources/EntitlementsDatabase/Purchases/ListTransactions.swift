package import Entitlements
package import FoundationEssentials
package import Postgres

/// Returns a page of an app user's charges, newest first; the next page is before its last row.
package struct ListTransactions: TenantCall {
    package static let function = "list_transactions"
    package static let access = FunctionAccess.read
    package static let parameters: [Parameter<Self>] = [
        Parameter("app_user_id", \.appUserID),
        Parameter("environment", \.environment),
        Parameter("page_limit", \.pageLimit),
        Parameter("before_purchased_at", \.beforePurchasedAt),
        Parameter("before_charge_id", \.beforeChargeID),
    ]
    package static let columns = [
        Column("purchased_at", .timestamptz),
        Column("charge_id", .uuid),
        Column("answer", .json),
    ]

    package struct Row: Sendable {
        package let purchasedAt: Timestamp
        package let chargeID: UUID
        /// JSON text.
        package let answer: [UInt8]
    }

    package let appUserID: AppUserID
    package let environment: String
    package let pageLimit: Int32
    package let beforePurchasedAt: Timestamp?
    package let beforeChargeID: UUID?

    package init(
        appUserID: AppUserID, environment: String, pageLimit: Int32,
        beforePurchasedAt: Timestamp? = nil, beforeChargeID: UUID? = nil
    ) {
        self.appUserID = appUserID
        self.environment = environment
        self.pageLimit = pageLimit
        self.beforePurchasedAt = beforePurchasedAt
        self.beforeChargeID = beforeChargeID
    }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(
            purchasedAt: try row.next(),
            chargeID: try row.next(),
            answer: try row.next(JSONText.self).bytes
        )
    }
}
