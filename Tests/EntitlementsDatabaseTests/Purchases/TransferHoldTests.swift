import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

/// A purchase moves to somebody else on day 10: what the household of its buyer keeps, and for how
/// long.
@Suite("Purchases that moved away from a household")
struct TransferHoldTests {
    private let start = RevenueCatEvent.defaultPurchase
    private var day: (Int64) -> Timestamp { { start.advanced(byDays: $0) } }

    private func fixture(
        holdDays: Int, to destination: String = "u_9"
    ) async throws -> (tenant: TestTenant, household: UUID) {
        let tenant = try await TestTenant.create { $0.households.transferHoldDays = holdDays }
        let household = try await tenant.found("u_1", with: ["u_2"], at: start)
        try await tenant.receive(
            .initialPurchase(appUserID: "u_1"), receivedAt: TestTenant.receipt)
        try await tenant.receive(
            .transfer(from: ["u_1"], to: [destination]), receivedAt: TestTenant.receipt)
        return (tenant, household)
    }

    @Test("the household keeps it for as long as the tenant says", arguments: [0, 1, 3, 30])
    func held(days: Int) async throws {
        let (tenant, household) = try await fixture(holdDays: days)
        let end = min(day(10 + Int64(days)), day(30))
        for member in ["u_1", "u_2"] {
            #expect(try await tenant.standing(of: member, at: day(9)) == .active("active"))
            if days > 0 {
                let before = end.advanced(bySeconds: -1)
                let plus = try await tenant.entitlement("plus", of: member, at: before)
                #expect(plus?["is_active"] == true)
                #expect(plus?["will_renew"] == false)
                #expect(plus?["expires_at"] == .string(end.rfc3339))
                #expect(plus?["source"]?["kind"] == "household")
                let share = try await tenant.household(household, at: before)?["shares"]
                #expect(share?.array?.map { $0["is_held"] } == [true])
            }
            #expect(!(try await tenant.standing(of: member, at: end).isActive))
        }
        #expect(try await tenant.household(household, at: end)?["shares"] == [])
        #expect(try await tenant.standing(of: "u_9", at: day(11)) == .active("active"))
    }

    @Test("one that moves within the household goes on serving it, as the new owner's")
    func within() async throws {
        for days in [0, 3] {
            let (tenant, household) = try await fixture(holdDays: days, to: "u_2")
            let shares = try await tenant.household(household, at: day(11))?["shares"]?.array
            #expect(shares?.map { $0["app_user_id"] } == ["u_2"])
            #expect(shares?.map { $0["is_held"] } == [false])
            let plus = try await tenant.entitlement("plus", of: "u_1", at: day(20))
            #expect(plus?["source"]?["app_user_id"] == "u_2")
            #expect(plus?["will_renew"] == true)
        }
    }

    @Test("what is held ends with the membership of whoever had it")
    func leaving() async throws {
        let (tenant, household) = try await fixture(holdDays: 3)
        try await tenant.give(household, to: "u_2", at: day(11))
        try await tenant.leave("u_1", household, at: day(12))
        #expect(try await tenant.standing(of: "u_2", at: day(11)) == .active("active"))
        #expect(!(try await tenant.standing(of: "u_2", at: day(12)).isActive))
        #expect(!(try await tenant.standing(of: "u_1", at: day(12)).isActive))
        try await expectSound(tenant)
    }

    @Test("what moved before its buyer was a member is not held")
    func movedBefore() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(
            .initialPurchase(appUserID: "u_1"), receivedAt: TestTenant.receipt)
        try await tenant.receive(
            .transfer(from: ["u_1"], to: ["u_9"]), receivedAt: TestTenant.receipt)
        try await tenant.found("u_1", with: ["u_2"], at: day(11))
        #expect(try await tenant.standing(of: "u_2", at: day(12)) == .none)
    }

    @Test("what is refunded after it moved is no longer held")
    func refunded() async throws {
        let (tenant, _) = try await fixture(holdDays: 3)
        let refund = RevenueCatEvent.refund(
            appUserID: "u_9", at: day(11),
            originalTransactionID: Self.transaction)
        try await tenant.receive(refund, receivedAt: TestTenant.receipt)
        #expect(!(try await tenant.standing(of: "u_2", at: day(12)).isActive))
    }

    @Test("the household of the new owner is served as well")
    func bothHouseholds() async throws {
        let (tenant, _) = try await fixture(holdDays: 3)
        try await tenant.found("u_9", with: ["u_8"], at: start)
        #expect(try await tenant.standing(of: "u_8", at: day(9)) == .none)
        for member in ["u_8", "u_2"] {
            #expect(try await tenant.standing(of: member, at: day(11)) == .active("active"))
        }
    }

    /// What the fixture's purchase is known by.
    private static let transaction =
        RevenueCatEvent.initialPurchase(appUserID: "u_1")
        .fields["original_transaction_id"]?.string
}
