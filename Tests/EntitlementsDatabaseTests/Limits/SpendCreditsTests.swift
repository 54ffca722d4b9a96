import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("spend_credits")
struct SpendCreditsTests {
    private func paid(_ exports: Int, raced: Bool = false) async throws -> TestTenant {
        let tenant =
            raced
            ? try await TestTenant.createForRaces(like: "iris")
            : try await TestTenant.create(like: "iris")
        for number in 0..<exports { try await tenant.receive(.export("e\(number)")) }
        return tenant
    }

    @Test("a spend takes credits of several purchases, up to the balance")
    func works() async throws {
        let tenant = try await paid(3)
        #expect(
            try await tenant.spend("hd_export", of: "u_42", on: "eye 1", 2) == [
                "credit_id": "hd_export", "reference": "eye 1", "amount": 2, "balance": 1,
            ])
        let refusal = await #expect(throws: Failure.self) {
            try await tenant.spend("hd_export", of: "u_42", on: "eye 2", 2)
        }
        #expect(refusal?.code == .notEnoughCredits)
        #expect(
            try JSONParser.parse(refusal?.members ?? []) == [
                "credit_id": "hd_export", "balance": 1,
            ])
        try await tenant.spend("hd_export", of: "u_42", on: "eye 2")
        #expect(try await tenant.balance(of: "hd_export", of: "u_42") == 0)
    }

    @Test("credits of the oldest purchase are spent first")
    func oldest() async throws {
        let tenant = try await TestTenant.create(like: "iris")
        let bought = RevenueCatEvent.defaultPurchase
        try await tenant.receive(.export("new", at: bought.advanced(byDays: 1)))
        try await tenant.receive(.export("old"))
        try await tenant.spend("hd_export", of: "u_42", on: "eye 1")
        try await tenant.receive(
            .refund(
                product: "hd_export", purchasedAt: bought.advanced(byDays: 1),
                originalTransactionID: "new"))
        #expect(try await tenant.balance(of: "hd_export", of: "u_42") == 0)
    }

    @Test("a repeated spend costs nothing, and another amount is refused")
    func repeated() async throws {
        let tenant = try await paid(2)
        let first = try await tenant.spend("hd_export", of: "u_42", on: "eye 1")
        #expect(try await tenant.spend("hd_export", of: "u_42", on: "eye 1") == first)
        #expect(try await tenant.balance(of: "hd_export", of: "u_42") == 1)
        await expectFailure(.referenceReused) {
            try await tenant.spend("hd_export", of: "u_42", on: "eye 1", 2)
        }
    }

    @Test("a credit that no product gives is refused")
    func refused() async throws {
        let tenant = try await paid(1)
        await expectFailure(.creditNotInCatalog) {
            try await tenant.spend("sd_export", of: "u_42", on: "eye 1")
        }
    }

    @Test("simultaneous spends never exceed the balance, and count a reference once")
    func raced() async throws {
        let tenant = try await paid(5, raced: true)
        let refusals = try await tenant.race(
            (0..<16).map { number in
                { try await tenant.spend("hd_export", of: "u_42", on: "eye \(number / 2)") }
            })
        #expect(refusals.count { $0 == nil } == 10)
        #expect(refusals.count { $0 == .notEnoughCredits } == 6)
        #expect(try await tenant.balance(of: "hd_export", of: "u_42") == 0)
    }
}
