package import Entitlements
package import EntitlementsDatabase
package import FoundationEssentials

extension TestTenant {
    /// Redeems a code for an end user; a refusal is thrown.
    @discardableResult
    package func redeem(
        _ code: String, by appUserID: String, key: String? = nil,
        issuer: String? = TestTokens.issuer, at moment: Timestamp? = nil
    ) async throws -> JSONValue {
        let row = try await database.callOne(
            RedeemCode(
                appUserID: AppUserID(appUserID), codeDigest: PromoCode.digest(of: code),
                idempotencyKey: key, actor: "app_user:\(appUserID)", issuer: issuer,
                asOf: moment),
            in: id)
        return try JSONParser.parse(try row.outcome.get().json)
    }

    @discardableResult
    package func check(
        _ code: String, for appUserID: String, at moment: Timestamp? = nil
    ) async throws -> JSONValue {
        let row = try await database.callOne(
            CheckCode(
                appUserID: AppUserID(appUserID), codeDigest: PromoCode.digest(of: code),
                issuer: TestTokens.issuer, asOf: moment),
            in: id)
        return try JSONParser.parse(try row.outcome.get().json)
    }

    /// Applies the tenant's file with these campaigns.
    package func apply(
        _ campaigns: [TenantDefinition.CodeCampaign]
    ) async throws {
        try await apply { $0.codes.campaigns = campaigns }
    }

    @discardableResult
    package func put(
        _ campaign: TenantDefinition.CodeCampaign, at moment: Timestamp? = nil
    ) async throws -> JSONValue {
        let answer = try await database.callOne(
            try PutCampaign(campaign, asOf: moment), in: id)
        return try JSONParser.parse(answer.json)
    }

    /// Creates a batch of codes.
    package func createCodes(
        _ count: Int, of campaign: String, batch: UUID = UUID(), at moment: Timestamp? = nil
    ) async throws -> [String] {
        var random = SystemRandomNumberGenerator()
        let codes = (0..<count).map { _ in
            PromoCode(
                bytes: (0..<PromoCode.byteCount).map { _ in
                    UInt8.random(in: 0...255, using: &random)
                })
        }
        _ = try await database.callOne(
            CreateCodes(campaignID: campaign, batchID: batch, codes: codes, asOf: moment), in: id)
        return codes.map(\.text)
    }

    @discardableResult
    package func revokeCodes(
        takingBack: Bool = false, maximum: Int32 = RevokeCodes.maximumTakenBack,
        at moment: Timestamp? = nil, _ name: (inout RevokeCodes.Target) -> Void
    ) async throws -> JSONValue {
        var target = RevokeCodes.Target()
        name(&target)
        let answer = try await database.callOne(
            RevokeCodes(
                target, takeBack: takingBack, maximum: maximum, actor: "secret_key:test",
                reason: "A test.", asOf: moment),
            in: id)
        return try JSONParser.parse(answer.json)
    }

    @discardableResult
    package func revoke(
        redemption: UUID, at moment: Timestamp? = nil
    ) async throws -> JSONValue {
        let answer = try await database.callOne(
            RevokeRedemption(
                redemptionID: redemption, actor: "secret_key:test", reason: "A test.",
                asOf: moment),
            in: id)
        return try JSONParser.parse(answer.json)
    }

    /// The redemptions, newest first: all, of one campaign, or of one app user.
    package func redemptions(
        of campaign: String? = nil, by appUserID: String? = nil
    ) async throws -> [JSONValue] {
        try await database.call(
            ListRedemptions(
                campaignID: campaign, appUserID: appUserID.map { AppUserID($0) }, pageLimit: 1_000),
            in: id
        ).map { try JSONParser.parse($0.answer) }
    }

    package func campaigns() async throws -> [JSONValue] {
        try await database.call(ListCampaigns(pageLimit: 100), in: id)
            .map { try JSONParser.parse($0.answer) }
    }
}

extension TenantDefinition.CodeCampaign {
    /// A campaign that gives an entitlement for a time, with a shared code.
    package static func giving(
        _ entitlement: String = "plus", for duration: String? = "P30D",
        as id: String = "launch", code: String? = "LAUNCH-26",
        _ change: (inout TenantDefinition.CodeCampaign) -> Void = { _ in }
    ) -> TenantDefinition.CodeCampaign {
        var gives = TenantDefinition.Reward()
        gives.entitlementID = EntitlementID(rawValue: entitlement)
        gives.duration = duration.flatMap { BillingPeriod(rawValue: $0) }
        var campaign = TenantDefinition.CodeCampaign(
            id: CampaignID(rawValue: id) ?? CampaignID(unchecked: "launch"), gives: gives)
        campaign.codeDigest = code.map { PromoCode.digest(of: $0) }
        change(&campaign)
        return campaign
    }
}

extension JSONValue {
    package var redemptionID: UUID? {
        self["redemption_id"]?.string.flatMap { UUID(uuidString: $0) }
    }
}
