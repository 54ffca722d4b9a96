package import Postgres

/// Returns a page of the tenant's campaigns by their ids.
package struct ListCampaigns: TenantCall {
    package static let function = "list_campaigns"
    package static let access = FunctionAccess.read
    package static let parameters: [Parameter<Self>] = [
        Parameter("page_limit", \.pageLimit),
        Parameter("after_campaign_id", \.afterCampaignID),
    ]
    package static let columns = [
        Column("campaign_id", .text),
        Column("answer", .json),
    ]

    package struct Row: Sendable {
        package let campaignID: String
        /// JSON text.
        package let answer: [UInt8]
    }

    package let pageLimit: Int32
    package let afterCampaignID: String?

    package init(pageLimit: Int32, afterCampaignID: String? = nil) {
        self.pageLimit = pageLimit
        self.afterCampaignID = afterCampaignID
    }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(
            campaignID: try row.next(),
            answer: try row.next(JSONText.self).bytes
        )
    }
}
