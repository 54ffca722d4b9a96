import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

/// A tenant with campaigns, a buyer, and Mallory, who has a phone and wants more than her share.
struct CodedTenant: Sendable {
    let tenant: TestTenant

    static let start: Timestamp = "2100-01-01T00:00:00Z"
    static let mallory = "u_mallory"
    static let phone = anonymous("mallorys-phone")
    static let otherPhone = anonymous("mallorys-other-phone")
    static let buyer = "u_buyer"

    static let campaigns: [TenantDefinition.CodeCampaign] = [
        .giving(as: "once", code: "ONCE1"),
        .giving(as: "pair", code: "PAIR1") { $0.maxRedemptions = 2 },
        .giving(as: "new", code: "NEW1") { $0.onlyNew = .appUser },
        .giving(as: "home", code: "HOME1") { $0.onlyNew = .household },
        .giving(as: "free", code: "FREE1") { $0.withoutSubscription = true },
        .giving(as: "stack", code: "STACK1") { ($0.isStackable, $0.perAppUser) = (true, 2) },
        .giving(as: "more", code: "MORE1") { $0.gives.extends = true },
        .giving(as: "soon", code: "SOON1") { $0.validFrom = start.advanced(byDays: 5) },
        .giving(as: "past", code: "PAST1") { $0.validUntil = start },
        .giving(as: "batch", code: nil),
    ]

    init(_ change: (inout TenantDefinition) -> Void) async throws {
        tenant = try await TestTenant.create {
            $0.codes.campaigns = Self.campaigns
            $0.households.switchCooldownDays = 0
            change(&$0)
        }
        try await tenant.create(Self.mallory, "identified")
        for phone in [Self.phone, Self.otherPhone] { try await tenant.create(phone) }
        try await tenant.receive(
            .initialPurchase(
                appUserID: Self.buyer, purchasedAt: Self.start,
                expiresAt: Self.start.advanced(byDays: 30)), receivedAt: Self.start)
    }

    func redeem(_ code: String, as person: String, on day: Int64 = 1) async throws {
        try await tenant.redeem(code, by: person, at: Self.start.advanced(byDays: day))
    }

    /// Makes wrong guesses until no more is looked at.
    func guessUp(as people: [String]) async throws {
        for number in 0..<200 {
            do {
                try await redeem("GUESS-\(number)", as: people[number % people.count])
            } catch let failure as Failure where failure.code == .codeNotFound {
            } catch let failure as Failure where failure.code == .tooManyCodeAttempts {
                return
            }
        }
    }

    /// How many redemptions of a campaign still give something to one of these ids.
    func living(_ campaign: String, of people: [String]) async throws -> Int {
        try await tenant.redemptions(of: campaign).count {
            $0["revoked_at"] == .null && people.contains($0["app_user_id"]?.string ?? "")
        }
    }

    /// Expects that no campaign gave more than it allows, to all or to one app user.
    func expectWithinLimits(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let over = try await TestDatabase.shared.administer(
            """
            select campaign.campaign_id
              from entitlements.code_campaigns campaign
              join entitlements.code_redemptions redeemed using (tenant_id, campaign_id)
              join entitlements.app_user_ids own using (tenant_id, app_user_id)
             where tenant_id = '\(tenant.id)' and redeemed.revoked_at is null
             group by campaign.campaign_id, own.app_user_uuid, campaign.per_app_user,
                      campaign.max_redemptions, campaign.redemptions
            having count(*) > campaign.per_app_user
                or campaign.redemptions > campaign.max_redemptions
            """)
        #expect(over == [], sourceLocation: sourceLocation)
        #expect(try await tenant.invariantViolations() == [], sourceLocation: sourceLocation)
    }
}

/// A named attempt to get more from codes than their campaigns allow.
struct CodeAttack: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The refusal; nil: the attempt itself checks that it has no effect.
    let refusal: ErrorCode?
    let change: @Sendable (inout TenantDefinition) -> Void
    let attempt: @Sendable (CodedTenant) async throws -> Void

    init(
        _ name: String, _ refusal: ErrorCode?,
        _ change: @escaping @Sendable (inout TenantDefinition) -> Void = { _ in },
        attempt: @escaping @Sendable (CodedTenant) async throws -> Void
    ) {
        testDescription = name
        self.refusal = refusal
        self.change = change
        self.attempt = attempt
    }
}

@Suite("Attacks on codes")
struct CodeAttackTests {
    @Test("an attack fails, and no campaign gives more than it allows", arguments: CodeAttack.all)
    func fails(_ attack: CodeAttack) async throws {
        let coded = try await CodedTenant(attack.change)
        if let refusal = attack.refusal {
            await expectFailure(refusal) { try await attack.attempt(coded) }
        } else {
            try await attack.attempt(coded)
        }
        try await coded.expectWithinLimits()
    }

    @Test("each attack has its own name")
    func names() {
        #expect(Set(CodeAttack.all.map(\.testDescription)).count == CodeAttack.all.count)
        #expect(CodeAttack.all.count >= 25)
    }
}

extension CodeAttack {
    static let all = ofGuessers + ofIDs + ofHouseholds + ofTime + ofOperators
}
