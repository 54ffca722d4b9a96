package import Entitlements
package import FoundationEssentials
import Postgres

extension CreateCodes {
    /// The most codes of one call.
    package static let maximumCodes: Int32 = 10_000

    package init(
        campaignID: String, batchID: UUID, codes: [PromoCode], idempotencyKey: String? = nil,
        requestDigest: [UInt8]? = nil, asOf: Timestamp? = nil
    ) {
        self.init(
            campaignID: campaignID, batchID: batchID, digests: codes.map(\.digest),
            idempotencyKey: idempotencyKey, requestDigest: requestDigest, asOf: asOf)
    }
}

extension PutCampaign {
    package init(_ campaign: TenantDefinition.CodeCampaign, asOf: Timestamp? = nil) throws {
        self.init(
            campaignID: campaign.id.rawValue,
            campaign: JSONBText(bytes: try campaign.canonicalJSON),
            codeDigest: campaign.codeDigest, asOf: asOf)
    }
}

extension GetReferral {
    /// The first of the candidates that is free becomes the code of an app user without one.
    package init(appUserID: AppUserID, candidates: [ReferralCode], asOf: Timestamp? = nil) {
        self.init(
            appUserID: appUserID, codes: candidates.map(\.text), digests: candidates.map(\.digest),
            asOf: asOf)
    }
}

extension RevokeCodes {
    /// Exactly one of the three is set.
    package struct Target: Sendable {
        package var codeDigest: [UInt8]?
        package var batchID: UUID?
        package var campaignID: String?

        package init() {}
    }

    /// The most redemptions that one call takes back, so that its locks are short.
    package static let maximumTakenBack: Int32 = 500

    package init(
        _ target: Target, takeBack: Bool, maximum: Int32 = maximumTakenBack, actor: String,
        reason: String, asOf: Timestamp? = nil
    ) {
        self.init(
            codeDigest: target.codeDigest, batchID: target.batchID, campaignID: target.campaignID,
            takeBack: takeBack, maximum: maximum, actor: actor, reason: reason, asOf: asOf)
    }
}
