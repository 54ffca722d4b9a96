import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

private typealias World = ReferringTenant

/// A named attempt to be rewarded for a referral that is none.
struct ReferralAttack: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The refusal; nil: the attempt runs, and neither side is rewarded.
    let refusal: ErrorCode?
    let change: @Sendable (inout TenantDefinition) -> Void
    let attempt: @Sendable (ReferringTenant) async throws -> Void

    init(
        _ name: String, _ refusal: ErrorCode? = nil,
        _ change: @escaping @Sendable (inout TenantDefinition) -> Void = { _ in },
        attempt: @escaping @Sendable (ReferringTenant) async throws -> Void
    ) {
        testDescription = name
        self.refusal = refusal
        self.change = change
        self.attempt = attempt
    }
}

@Suite("Attacks on referrals")
struct ReferralAttackTests {
    @Test("an attack fails, and no one is rewarded", arguments: ReferralAttack.all)
    func fails(_ attack: ReferralAttack) async throws {
        try await ReferringTenant.with {
            // For ever, so that a reward is seen at the end.
            $0.referrals?.givesReferrer?.duration = nil
            $0.referrals?.givesReferred?.duration = nil
            attack.change(&$0)
        } _: { world in
            if let refusal = attack.refusal {
                await expectFailure(refusal) { try await attack.attempt(world) }
            } else {
                try await attack.attempt(world)
            }
            try await world.review(on: 100)
            for person in [World.ana, World.ben, World.cleo, World.phone] {
                #expect(try await world.rewards(of: person, on: 100) == 0, "\(person)")
            }
            #expect(try await world.tenant.invariantViolations() == [])
        }
    }

    @Test("each attack has its own name")
    func names() {
        #expect(Set(ReferralAttack.all.map(\.testDescription)).count == ReferralAttack.all.count)
        #expect(ReferralAttack.all.count >= 15)
    }
}

extension ReferralAttack {
    static let all = onOneself + onHouseholds + onCircles + onPayments

    private static let onOneself = [
        ReferralAttack("one's own code", .codeNotForYou) {
            try await $0.refer(World.ana, by: World.ana)
        },
        ReferralAttack("one's own code on a phone of the same account", .codeNotForYou) {
            try await $0.tenant.identify(World.phone, as: World.ana, at: World.start)
            try await $0.refer(World.phone, by: World.ana)
        },
        ReferralAttack("one's own code on a phone that signs in later") {
            try await $0.refer(World.phone)
            try await $0.tenant.identify(World.phone, as: World.ana, at: World.day(1))
            try await $0.pay(World.phone, on: 2)
        },
        ReferralAttack("a phone that signs in after the reward") {
            try await $0.refer(World.phone)
            try await $0.pay(World.phone)
            try await $0.review(on: 20)
            try await $0.tenant.identify(World.phone, as: World.ana, at: World.day(21))
        },
        ReferralAttack("a second referrer", .codeNotForYou) {
            try await $0.refer(World.ben, by: World.ana)
            try await $0.refer(World.ben, by: World.cleo, on: 1)
        },
        ReferralAttack("erased, and referred again", .codeNotForYou) {
            try await $0.refer(World.ben, by: World.ana)
            try await $0.tenant.erase(World.ben, at: World.day(1))
            try await $0.tenant.create(World.ben, "identified")
            try await $0.refer(World.ben, by: World.cleo, on: 2)
        },
        ReferralAttack("a referrer who is erased") {
            try await $0.refer()
            try await $0.tenant.erase(World.ana, at: World.day(1))
            try await $0.pay(on: 2)
        },
    ]

    private static let onHouseholds = [
        ReferralAttack("a member of the household", .codeNotForYou) {
            try await $0.tenant.found(World.ana, with: [World.ben], at: World.start)
            try await $0.refer(on: 1)
        },
        ReferralAttack("a member who left the household", .codeNotForYou) {
            let household = try await $0.tenant.found(
                World.ana, with: [World.ben], at: World.start)
            try await $0.tenant.leave(World.ben, household, at: World.day(1))
            try await $0.refer(on: 2)
        },
        ReferralAttack("a household that begins before the reward") {
            try await $0.refer()
            try await $0.tenant.found(World.ana, with: [World.ben], at: World.day(1))
            try await $0.pay(on: 2)
        },
    ]

    private static let onCircles = [
        ReferralAttack("bringing who brought one", .codeNotForYou) {
            try await $0.refer(World.ben, by: World.ana)
            try await $0.refer(World.ana, by: World.ben, on: 1)
        },
        ReferralAttack("a circle of three", .codeNotForYou) {
            try await $0.refer(World.ben, by: World.ana)
            try await $0.refer(World.cleo, by: World.ben, on: 1)
            try await $0.refer(World.ana, by: World.cleo, on: 2)
        },
        ReferralAttack("a circle closed by a merge") {
            try await $0.refer(World.ben, by: World.ana)
            try await $0.refer(World.phone, by: World.ben)
            try await $0.tenant.identify(World.phone, as: World.ana, at: World.day(1))
            try await $0.pay(World.ben, on: 2)
            try await $0.pay(World.ana, on: 2)
        },
    ]

    private static let onPayments = [
        ReferralAttack("a buyer passed off as new", .codeNotForYou) {
            try await $0.pay(on: -5)
            try await $0.refer()
        },
        ReferralAttack("a phone of a buyer passed off as new") {
            try await $0.pay(on: -5)
            try await $0.refer(World.phone)
            try await $0.tenant.identify(World.phone, as: World.ben, at: World.day(1))
            try await $0.tenant.pay(World.phone, chain: "later", at: World.day(2))
        },
        ReferralAttack("a trial") {
            try await $0.refer()
            try await $0.pay { $0.asTrial }
        },
        ReferralAttack("a purchase for nothing") {
            try await $0.refer()
            try await $0.pay { $0.setting("price", 0) }
        },
        ReferralAttack("a purchase of the sandbox") {
            try await $0.refer()
            try await $0.pay { $0.inSandbox }
        },
        ReferralAttack("a family share") {
            try await $0.refer()
            try await $0.pay { $0.setting("is_family_share", true) }
        },
        ReferralAttack("a grant of the tenant") {
            try await $0.refer()
            try await $0.tenant.grant(to: World.ben, for: "P1M", at: World.day(1))
        },
        ReferralAttack("a payment that is refunded in time") {
            try await $0.refer()
            try await $0.pay()
            try await $0.refund(on: 14)
        },
        ReferralAttack("a refund that arrives after the reward") {
            try await $0.refer()
            try await $0.pay()
            try await $0.review(on: 15)
            try await $0.refund(on: 14, toldOn: 16)
        },
    ]
}
