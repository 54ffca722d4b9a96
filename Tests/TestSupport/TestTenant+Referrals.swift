package import Entitlements
import EntitlementsDatabase

extension TestTenant {
    /// The referral code of an app user, with its counts.
    @discardableResult
    package func referral(
        of appUserID: String, at moment: Timestamp? = nil
    ) async throws -> JSONValue {
        var random = SystemRandomNumberGenerator()
        let candidates = (0..<2).map { _ in
            ReferralCode(
                bytes: (0..<ReferralCode.byteCount).map { _ in
                    UInt8.random(in: 0...255, using: &random)
                })
        }
        let answer = try await database.callOne(
            GetReferral(appUserID: AppUserID(appUserID), candidates: candidates, asOf: moment),
            in: id)
        return try JSONParser.parse(answer.json)
    }

    /// Redeems the referral code of another app user.
    @discardableResult
    package func refer(
        _ appUserID: String, by referrer: String, at moment: Timestamp? = nil
    ) async throws -> JSONValue {
        let code = try await referral(of: referrer, at: moment)["referral_code"]?.string
        return try await redeem(code ?? "", by: appUserID, at: moment)
    }

    /// Reviews all referrals of the database that are due.
    package func reviewReferrals(at moment: Timestamp) async throws {
        while try await database.callOne(ReviewDueReferrals(maximum: 10, asOf: moment)).lookedAt > 0
        {}
    }

    /// A payment of an app user, under a chain of its own.
    package func pay(
        _ appUserID: String, chain: String? = nil, at moment: Timestamp,
        _ change: (RevenueCatEvent) -> RevenueCatEvent = { $0 }
    ) async throws {
        try await receive(
            change(
                .initialPurchase(
                    appUserID: appUserID, purchasedAt: moment,
                    expiresAt: moment.advanced(byDays: 30),
                    originalTransactionID: chain ?? "chain of \(appUserID)")), receivedAt: moment)
    }

    package func refund(
        _ appUserID: String, chain: String? = nil, boughtAt bought: Timestamp, at moment: Timestamp,
        receivedAt: Timestamp? = nil
    ) async throws {
        try await receive(
            .refund(
                appUserID: appUserID, purchasedAt: bought, at: moment,
                originalTransactionID: chain ?? "chain of \(appUserID)"),
            receivedAt: receivedAt ?? moment)
    }
}

extension TenantDefinition.ReferralRules {
    /// Rules that give both sides an entitlement for 30 days.
    package static func giving(
        _ entitlement: String = "plus",
        _ change: (inout TenantDefinition.ReferralRules) -> Void = { _ in }
    ) -> TenantDefinition.ReferralRules {
        var rules = TenantDefinition.ReferralRules()
        let gives = TenantDefinition.CodeCampaign.giving(entitlement).gives
        (rules.givesReferrer, rules.givesReferred) = (gives, gives)
        change(&rules)
        return rules
    }
}
