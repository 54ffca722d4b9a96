package import Entitlements
package import FoundationEssentials
package import Postgres

/// Revokes a code, a batch or a campaign, and takes back what it gave if that is asked.
///
/// Fails with `code_not_found` or `campaign_not_found`.
package struct RevokeCodes: AnswerCall {
    package static let function = "revoke_codes"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = [
        Parameter("code_digest", \.codeDigest),
        Parameter("batch_id", \.batchID),
        Parameter("campaign_id", \.campaignID),
        Parameter("take_back", \.takeBack),
        Parameter("maximum", \.maximum),
        Parameter("actor", \.actor),
        Parameter("reason", \.reason),
        Parameter("as_of", \.asOf),
    ]

    /// Exactly one of the three is set.
    package struct Target: Sendable {
        package var codeDigest: [UInt8]?
        package var batchID: UUID?
        package var campaignID: String?

        package init() {}
    }

    /// The most redemptions that one call takes back, so that its locks are short.
    package static let maximumTakenBack: Int32 = 500

    package let codeDigest: [UInt8]?
    package let batchID: UUID?
    package let campaignID: String?
    package let takeBack: Bool
    package let maximum: Int32
    package let actor: String
    package let reason: String
    package let asOf: Timestamp?

    package init(
        _ target: Target, takeBack: Bool, maximum: Int32 = maximumTakenBack, actor: String,
        reason: String, asOf: Timestamp? = nil
    ) {
        codeDigest = target.codeDigest
        batchID = target.batchID
        campaignID = target.campaignID
        self.takeBack = takeBack
        self.maximum = maximum
        self.actor = actor
        self.reason = reason
        self.asOf = asOf
    }
}
