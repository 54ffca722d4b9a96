package import Entitlements
package import Postgres

/// Creates a campaign of the API, or replaces its conditions.
///
/// Fails with `campaign_in_file`, `code_taken`, `entitlement_not_in_catalog`,
/// `product_not_in_catalog` or `product_not_grantable`.
package struct PutCampaign: AnswerCall {
    package static let function = "put_campaign"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = [
        Parameter("campaign_id", \.campaignID),
        Parameter("campaign", \.campaign),
        Parameter("code_digest", \.codeDigest),
        Parameter("as_of", \.asOf),
    ]

    package let campaignID: String
    /// The columns of the campaign.
    package let campaign: JSONBText
    /// The digest of the campaign's shared code.
    package let codeDigest: [UInt8]?
    package let asOf: Timestamp?

    package init(_ campaign: TenantDefinition.CodeCampaign, asOf: Timestamp? = nil) throws {
        campaignID = campaign.id.rawValue
        self.campaign = JSONBText(bytes: try campaign.canonicalJSON)
        codeDigest = campaign.codeDigest
        self.asOf = asOf
    }
}
