import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("get_referral")
struct GetReferralTests {
    @Test("an app user keeps one code, under all their ids, also after a merge")
    func stable() async throws {
        let tenant = try await TestTenant.create { $0.referrals = .giving() }
        let code = try await tenant.referral(of: anonymous("1"))["referral_code"]
        #expect(try await tenant.referral(of: anonymous("1"))["referral_code"] == code)
        try await tenant.identify(anonymous("1"), as: "u_1")
        #expect(try await tenant.referral(of: "u_1")["referral_code"] == code)
        #expect(try await tenant.referral(of: "u_2")["referral_code"] != code)
        let other = try await TestTenant.create { $0.referrals = .giving() }
        await expectFailure(.codeNotFound) {
            try await other.redeem(code?.string ?? "", by: "u_3")
        }
    }

    @Test("the counts follow the referral, and the rules are shown")
    func counts() async throws {
        try await ReferringTenant.with {
            $0.referrals?.maxPerReferrer = 1
        } _: { world in
            func counts(on day: Int64) async throws -> [JSONValue?] {
                let answer = try await world.tenant.referral(
                    of: "u_ana", at: ReferringTenant.day(day))
                return [
                    answer["redeemed"], answer["paid"], answer["rewarded"],
                    answer["has_rewards_left"],
                ]
            }
            try await world.refer()
            #expect(try await counts(on: 0) == [1, 0, 0, true])
            try await world.pay()
            try await world.review(on: 2)
            #expect(try await counts(on: 2) == [1, 1, 0, true])
            try await world.review(on: 15)
            #expect(try await counts(on: 15) == [1, 1, 1, false])
            let answer = try await world.tenant.referral(of: "u_ana")
            #expect(answer["gives_referrer"]?["entitlement_id"] == "plus")
            #expect(answer["hold_days"] == 14)
            #expect(answer["max_per_referrer"] == 1)
        }
    }

    @Test("a tenant without referrals is refused, and its codes open nothing")
    func refused() async throws {
        let tenant = try await TestTenant.create { $0.referrals = .giving() }
        let code = try await tenant.referral(of: "u_1")["referral_code"]?.string ?? ""
        try await tenant.apply { $0.referrals = nil }
        await expectFailure(.referralsNotOffered) { try await tenant.referral(of: "u_2") }
        await expectFailure(.codeNotFound) { try await tenant.redeem(code, by: "u_3") }
    }

    @Test("simultaneous requests get one code")
    func raced() async throws {
        let tenant = try await TestTenant.createForRaces { $0.referrals = .giving() }
        let refusals = try await tenant.race(
            (0..<16).map { _ in { try await tenant.referral(of: "u_1") } })
        #expect(refusals == [ErrorCode?](repeating: nil, count: 16))
        let rows = try await TestDatabase.shared.administer(
            "select from entitlements.referral_codes where tenant_id = '\(tenant.id)'")
        #expect(rows.count == 1)
    }
}
