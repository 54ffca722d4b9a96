import Entitlements
import EntitlementsDatabase
import EntitlementsWorker
import Logging
import TestSupport
import Testing

@Suite("Reviews of referrals")
struct ReferralsDutyTests {
    @Test("due referrals of every tenant are rewarded, more than one call takes")
    func works() async throws {
        try await ScratchDatabase.with { own in
            let count = Int(Duty.maximumReferralsAtOnce) + 1
            let bought = RevenueCatEvent.defaultPurchase
            var tenants: [TestTenant] = []
            for number in 0..<2 {
                let tenant = try await TestTenant.create(in: own.database) {
                    $0.referrals = .giving { $0.holdDays = 0 }
                }
                for person in 0..<(number == 0 ? count : 1) {
                    let name = "u_\(person)"
                    try await tenant.refer(name, by: "u_ana", at: bought.advanced(byDays: -1))
                    try await tenant.pay(name, at: bought)
                }
                tenants.append(tenant)
            }
            await Duty.referrals.perform(in: own.database, .silent)
            #expect(
                try await tenants[0].referral(of: "u_ana")["rewarded"] == .integer(Int64(count)))
            #expect(try await tenants[1].referral(of: "u_ana")["rewarded"] == 1)
            let due = "select count(*) from entitlements.referrals where review_at is not null"
            #expect(try await own.ask(due) == "0")
        }
    }
}
