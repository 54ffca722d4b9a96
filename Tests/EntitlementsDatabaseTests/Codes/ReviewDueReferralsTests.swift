import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("review_due_referrals")
struct ReviewDueReferralsTests {
    @Test("both sides are rewarded when the days after the first payment are over")
    func works() async throws {
        try await ReferringTenant.with { world in
            try await world.refer()
            try await world.review(on: 1)
            try await world.pay()
            try await world.review(on: 14)
            try await world.expectRewards(0, 0, on: 14)
            try await world.review(on: 15)
            try await world.expectRewards(1, 1, on: 15)
            let ana = try await world.tenant.standing(of: "u_ana", at: ReferringTenant.day(15))
            #expect(ana == .active("granted"))
            let entries = try await world.tenant.auditEntries(of: "u_ben")
            #expect(Set(entries.compactMap { $0["reason"]?.string }) == ["referral"])
        }
    }

    @Test("a repeated review, and later payments, give nothing more")
    func repeated() async throws {
        try await ReferringTenant.with { world in
            try await world.refer()
            try await world.pay()
            for day in [15, 16, 40] as [Int64] {
                try await world.tenant.receive(
                    .renewal(
                        appUserID: "u_ben", purchasedAt: ReferringTenant.day(day),
                        originalTransactionID: "chain of u_ben"),
                    receivedAt: ReferringTenant.day(day))
                try await world.review(on: day)
            }
            for person in [ReferringTenant.ana, ReferringTenant.ben] {
                let grants = try await world.tenant.grants(of: person, at: ReferringTenant.day(41))
                #expect(grants.count == 1)
            }
        }
    }

    @Test("a refund within the days gives nothing; told late, it takes back")
    func refunded() async throws {
        try await ReferringTenant.with { world in
            try await world.refer()
            try await world.pay()
            try await world.refund(on: 5)
            try await world.review(on: 20)
            try await world.expectRewards(0, 0, on: 20)
        }
        try await ReferringTenant.with { world in
            try await world.refer()
            try await world.pay()
            try await world.review(on: 15)
            try await world.expectRewards(1, 1, on: 15)
            try await world.refund(on: 14, toldOn: 16)
            try await world.review(on: 16)
            try await world.expectRewards(0, 0, on: 16)
        }
    }

    @Test("a refund after the days takes nothing back, a reversed one gives again")
    func kept() async throws {
        try await ReferringTenant.with { world in
            try await world.refer()
            try await world.pay()
            try await world.review(on: 15)
            try await world.refund(on: 16)
            try await world.review(on: 17)
            try await world.expectRewards(1, 1, on: 17)
        }
        try await ReferringTenant.with { world in
            try await world.refer()
            try await world.pay()
            try await world.refund(on: 5)
            try await world.tenant.receive(
                .refundReversed(
                    appUserID: "u_ben", purchasedAt: ReferringTenant.day(1),
                    at: ReferringTenant.day(7), originalTransactionID: "chain of u_ben"),
                receivedAt: ReferringTenant.day(7))
            try await world.review(on: 15)
            try await world.expectRewards(1, 1, on: 15)
        }
    }

    @Test("the rewards of several referrals follow each other, up to the maximum")
    func several() async throws {
        try await ReferringTenant.with {
            $0.referrals?.maxPerReferrer = 2
            $0.referrals?.perDays = 30
        } _: { world in
            for number in 0..<3 {
                try await world.refer("u_\(number)")
                try await world.pay("u_\(number)")
            }
            try await world.review(on: 15)
            #expect(try await world.rewards(of: "u_ana", on: 15) == 2)
            for number in 0..<3 {
                #expect(try await world.rewards(of: "u_\(number)", on: 15) == 1)
            }
            let ana = try await world.tenant.entitlement(
                "plus", of: "u_ana", at: ReferringTenant.day(15))
            #expect(ana?["expires_at"] == .string(ReferringTenant.day(75).rfc3339))

            try await world.refer("u_later", on: 40)
            try await world.pay("u_later", on: 41)
            try await world.review(on: 60)
            let grants = try await world.tenant.grants(of: "u_ana", at: ReferringTenant.day(400))
            #expect(grants.count == 3)
        }
    }

    @Test("simultaneous reviews give each reward once")
    func raced() async throws {
        try await ReferringTenant.with { world in
            for number in 0..<6 {
                try await world.refer("u_\(number)")
                try await world.pay("u_\(number)")
            }
            let tenant = world.tenant
            let refusals = try await tenant.race(
                (0..<8).map { _ in { try await tenant.reviewReferrals(at: ReferringTenant.day(15)) }
                })
            #expect(refusals == [ErrorCode?](repeating: nil, count: 8))
            #expect(try await tenant.grants(of: "u_ana", at: ReferringTenant.day(400)).count == 6)
            #expect(try await tenant.invariantViolations() == [])
        }
    }

    @Test("app users who bring each other at once get one referral")
    func racedCircle() async throws {
        try await ReferringTenant.with { world in
            let tenant = world.tenant
            for person in ["u_ana", "u_ben"] { try await tenant.referral(of: person) }
            let refusals = try await tenant.race([
                { try await tenant.refer("u_ana", by: "u_ben") },
                { try await tenant.refer("u_ben", by: "u_ana") },
            ])
            #expect(refusals.count { $0 == nil } == 1)
            #expect(refusals.count { $0 == .codeNotForYou } == 1)
        }
    }

    @Test("an app user whom two brought under two ids counts for the first")
    func merged() async throws {
        try await ReferringTenant.with { world in
            try await world.refer(ReferringTenant.phone, by: "u_ana")
            try await world.refer("u_ben", by: "u_cleo", on: 1)
            try await world.tenant.identify(
                ReferringTenant.phone, as: "u_ben", at: ReferringTenant.day(2))
            try await world.pay(on: 3)
            try await world.review(on: 20)
            try await world.expectRewards(1, 1, on: 20)
            #expect(try await world.rewards(of: "u_cleo", on: 20) == 0)
        }
    }

    @Test("undoing a merge gives back what the merge took")
    func undone() async throws {
        try await ReferringTenant.with { world in
            try await world.refer(ReferringTenant.phone)
            try await world.pay(ReferringTenant.phone)
            try await world.review(on: 15)
            let merge = try await world.tenant.identify(
                ReferringTenant.phone, as: "u_ana", at: ReferringTenant.day(16)
            ).mergeID
            try await world.review(on: 16)
            #expect(try await world.rewards(of: "u_ana", on: 16) == 0)
            try await world.tenant.undo(try #require(merge), at: ReferringTenant.day(17))
            try await world.review(on: 17)
            #expect(try await world.rewards(of: "u_ana", on: 17) == 1)
            #expect(try await world.rewards(of: ReferringTenant.phone, on: 17) == 1)
        }
    }

    @Test("a tenant that stops referrals keeps what was given")
    func stopped() async throws {
        try await ReferringTenant.with { world in
            try await world.refer()
            try await world.pay()
            try await world.review(on: 15)
            try await world.tenant.apply { $0.referrals = nil }
            try await world.pay("u_ben", on: 16)
            try await world.review(on: 17)
            try await world.expectRewards(1, 1, on: 17)
        }
    }
}
