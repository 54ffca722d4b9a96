package import Entitlements
package import FoundationEssentials
package import Postgres

/// Returns a page of redemptions, newest first: all, of one campaign, or of one app user.
package struct ListRedemptions: TenantCall {
    package static let function = "list_redemptions"
    package static let access = FunctionAccess.read
    package static let parameters: [Parameter<Self>] = [
        Parameter("campaign_id", \.campaignID),
        Parameter("app_user_id", \.appUserID),
        Parameter("page_limit", \.pageLimit),
        Parameter("before_redeemed_at", \.beforeRedeemedAt),
        Parameter("before_redemption_id", \.beforeRedemptionID),
    ]
    package static let columns = [
        Column("redeemed_at", .timestamptz),
        Column("redemption_id", .uuid),
        Column("answer", .json),
    ]

    package struct Row: Sendable {
        package let redeemedAt: Timestamp
        package let redemptionID: UUID
        /// JSON text.
        package let answer: [UInt8]
    }

    package let campaignID: String?
    package let appUserID: AppUserID?
    package let pageLimit: Int32
    package let beforeRedeemedAt: Timestamp?
    package let beforeRedemptionID: UUID?

    package init(
        campaignID: String? = nil, appUserID: AppUserID? = nil, pageLimit: Int32,
        beforeRedeemedAt: Timestamp? = nil, beforeRedemptionID: UUID? = nil
    ) {
        self.campaignID = campaignID
        self.appUserID = appUserID
        self.pageLimit = pageLimit
        self.beforeRedeemedAt = beforeRedeemedAt
        self.beforeRedemptionID = beforeRedemptionID
    }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(
            redeemedAt: try row.next(),
            redemptionID: try row.next(),
            answer: try row.next(JSONText.self).bytes
        )
    }
}
