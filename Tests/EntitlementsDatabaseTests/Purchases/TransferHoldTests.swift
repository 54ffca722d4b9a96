import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

/// Tests what a household keeps when its buyer's purchase is transferred away, on day 10.
@Suite("Purchases transferred away from a household")
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

    @Test("the household keeps the purchase for the tenant's hold days", arguments: [0, 1, 3, 30])
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

    @Test("a transfer within the household makes the purchase the new owner's, unheld")
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

    @Test("a hold ends with the membership of the previous owner")
    func leaving() async throws {
        let (tenant, household) = try await fixture(holdDays: 3)
        try await tenant.give(household, to: "u_2", at: day(11))
        try await tenant.leave("u_1", household, at: day(12))
        #expect(try await tenant.standing(of: "u_2", at: day(11)) == .active("active"))
        #expect(!(try await tenant.standing(of: "u_2", at: day(12)).isActive))
        #expect(!(try await tenant.standing(of: "u_1", at: day(12)).isActive))
        try await expectSound(tenant)
    }

    @Test("a purchase transferred before its buyer joined is not held")
    func movedBefore() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(
            .initialPurchase(appUserID: "u_1"), receivedAt: TestTenant.receipt)
        try await tenant.receive(
            .transfer(from: ["u_1"], to: ["u_9"]), receivedAt: TestTenant.receipt)
        try await tenant.found("u_1", with: ["u_2"], at: day(11))
        #expect(try await tenant.standing(of: "u_2", at: day(12)) == .none)
    }

    @Test("a refund ends the hold")
    func refunded() async throws {
        let (tenant, _) = try await fixture(holdDays: 3)
        let refund = RevenueCatEvent.refund(
            appUserID: "u_9", at: day(11),
            originalTransactionID: Self.transaction)
        try await tenant.receive(refund, receivedAt: TestTenant.receipt)
        #expect(!(try await tenant.standing(of: "u_2", at: day(12)).isActive))
    }

    @Test("the new owner's household has access too")
    func bothHouseholds() async throws {
        let (tenant, _) = try await fixture(holdDays: 3)
        try await tenant.found("u_9", with: ["u_8"], at: start)
        #expect(try await tenant.standing(of: "u_8", at: day(9)) == .none)
        for member in ["u_8", "u_2"] {
            #expect(try await tenant.standing(of: member, at: day(11)) == .active("active"))
        }
    }

    /// The original transaction id of the fixture's purchase.
    private static let transaction =
        RevenueCatEvent.initialPurchase(appUserID: "u_1")
        .fields["original_transaction_id"]?.string
}
