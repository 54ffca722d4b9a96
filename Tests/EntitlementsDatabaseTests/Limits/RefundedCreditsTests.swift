import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

/// Tests what a refund does to credits that were spent, by the tenant's rule.
@Suite("Refunds of spent credits")
struct RefundedCreditsTests {
    private let bought = RevenueCatEvent.defaultPurchase
    private var refunded: Timestamp { bought.advanced(byDays: 2) }

    /// A tenant whose app user spent 3 of 5 credits.
    private func spent(
        _ rule: TenantDefinition.RefundedCredits, raced: Bool = false
    ) async throws -> TestTenant {
        let change = { @Sendable (definition: inout TenantDefinition) in
            definition.products[0].credits = [CreditID(unchecked: "hd_export"): 5]
            definition.refundedCredits = rule
        }
        let tenant =
            raced
            ? try await TestTenant.createForRaces(like: "iris", change)
            : try await TestTenant.create(like: "iris", change)
        try await tenant.receive(.export("pack"))
        try await tenant.spend("hd_export", of: "u_42", on: "eye", 3)
        return tenant
    }

    private func refund(_ tenant: TestTenant) async throws {
        try await tenant.receive(
            .refund(product: "hd_export", at: refunded, originalTransactionID: "pack"))
    }

    private func reverse(_ tenant: TestTenant) async throws {
        try await tenant.receive(
            .refundReversed(
                product: "hd_export", at: refunded.advanced(byDays: 1),
                originalTransactionID: "pack"
            ).setting("expiration_at_ms", nil))
    }

    private func expect(
        _ balance: Int64, owed: Int64, _ tenant: TestTenant, of person: String = "u_42",
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let found = try await tenant.balance(of: "hd_export", of: person)
        #expect(found == .integer(balance), sourceLocation: sourceLocation)
        let debt = try await tenant.owed(of: "hd_export", by: person)
        #expect(debt == .integer(owed), sourceLocation: sourceLocation)
    }

    @Test("forgive: what was spent stays spent, and the rest is lost")
    func forgive() async throws {
        let tenant = try await spent(.forgive)
        try await refund(tenant)
        try await expect(0, owed: 0, tenant)
        try await reverse(tenant)
        try await expect(2, owed: 0, tenant)
    }

    @Test("allow_negative: later packs fill the balance up first, and a reversal restores it")
    func allowNegative() async throws {
        let tenant = try await spent(.allowNegative)
        try await refund(tenant)
        try await expect(-3, owed: 3, tenant)
        let shown = try await tenant.first(of: "purchases")?["credits"]
        #expect(shown == [["credit_id": "hd_export", "given": 5, "spent": 3, "remaining": -3]])
        await expectFailure(.notEnoughCredits) {
            try await tenant.spend("hd_export", of: "u_42", on: "more")
        }
        try await tenant.receive(.export("next", at: bought.advanced(byDays: 3)))
        try await expect(2, owed: 0, tenant)
        await expectFailure(.notEnoughCredits) {
            try await tenant.spend("hd_export", of: "u_42", on: "more", 3)
        }
        try await tenant.spend("hd_export", of: "u_42", on: "more", 2)
        try await expect(0, owed: 0, tenant)
        try await reverse(tenant)
        try await expect(5, owed: 0, tenant)
    }

    @Test("block_until_repaid: nothing is spent until later credits repay, also what was there")
    func block() async throws {
        let tenant = try await spent(.blockUntilRepaid)
        try await tenant.receive(.export("other", at: bought.advanced(byDays: 1)))
        try await refund(tenant)
        try await expect(2, owed: 3, tenant)
        let refusal = await #expect(throws: Failure.self) {
            try await tenant.spend("hd_export", of: "u_42", on: "more")
        }
        #expect(refusal?.code == .creditsOwed)
        #expect(
            try JSONParser.parse(refusal?.members ?? []) == [
                "credit_id": "hd_export", "balance": 2, "owed": 3,
            ])
        // A repeated spend is paid already.
        try await tenant.spend("hd_export", of: "u_42", on: "eye", 3)
        try await tenant.adjust("hd_export", of: "u_42", by: 1, reference: "a part")
        try await expect(3, owed: 2, tenant)
        try await tenant.adjust("hd_export", of: "u_42", by: 2, reference: "the rest")
        try await expect(5, owed: 0, tenant)
        try await tenant.spend("hd_export", of: "u_42", on: "more", 5)
        try await expect(0, owed: 0, tenant)
    }

    @Test("an adjustment may leave a debt where the rule allows one", arguments: [false, true])
    func adjusted(blocks: Bool) async throws {
        let tenant = try await spent(blocks ? .blockUntilRepaid : .allowNegative)
        let taken = try await tenant.adjust("hd_export", of: "u_42", by: -6, reference: "fraud")
        #expect(taken["balance"] == -4)
        try await expect(-4, owed: 4, tenant)
        await expectFailure(blocks ? .creditsOwed : .notEnoughCredits) {
            try await tenant.spend("hd_export", of: "u_42", on: "more")
        }
        try await tenant.apply(like: "iris") {
            $0.products[0].credits = [CreditID(unchecked: "hd_export"): 5]
        }
        try await expect(0, owed: 0, tenant)
    }

    @Test("an order is settled by what is left after the debt is repaid")
    func ordered() async throws {
        let tenant = try await spent(.allowNegative)
        try await refund(tenant)
        try await tenant.adjust("hd_export", of: "u_42", by: -2, reference: "fraud")
        try await expect(-5, owed: 5, tenant)
        let ordered = bought.advanced(byDays: 3)
        for (chain, status) in [("repaying", "open"), ("next", "settled")] {
            try await tenant.order("hd_export", for: "eye 2", by: "u_42", at: ordered)
            try await tenant.receive(.export(chain, at: ordered.advanced(bySeconds: 60)))
            let order = try await tenant.order("hd_export", for: "eye 2", by: "u_42", at: ordered)
            #expect(order["status"] == .string(status))
        }
        try await expect(4, owed: 0, tenant)
    }

    @Test("a debt follows its purchase in a merge and its undoing, and the sum stays")
    func merged() async throws {
        let tenant = try await spent(.allowNegative)
        try await refund(tenant)
        let phone = anonymous("phone")
        try await tenant.receive(.export("phone", by: phone, at: bought.advanced(byDays: 3)))
        let merge = try await tenant.identify(phone, as: "u_42")
        #expect(merge["moved"]?["credits"] == [["balance": 5, "credit_id": "hd_export"]])
        try await expect(2, owed: 0, tenant)
        try await tenant.spend("hd_export", of: phone, on: "more", 2)
        try await tenant.undo(try #require(merge.mergeID))
        try await expect(-3, owed: 3, tenant)
        try await expect(3, owed: 0, tenant, of: phone)
        try await expectSound(tenant)
    }

    @Test("a debt moves with its purchase in a transfer")
    func transferred() async throws {
        let tenant = try await spent(.allowNegative)
        try await refund(tenant)
        try await tenant.receive(.transfer(from: ["u_42"], to: ["u_7"]))
        try await expect(0, owed: 0, tenant)
        try await expect(-3, owed: 3, tenant, of: "u_7")
    }

    @Test("a refund among spends leaves the sum of both, whichever is first")
    func raced() async throws {
        let tenant = try await spent(.allowNegative, raced: true)
        var calls: [RacedCall] = (0..<6).map { number in
            { try await tenant.spend("hd_export", of: "u_42", on: "eye \(number)") }
        }
        let refunded = refunded
        calls.insert(
            {
                try await tenant.receive(
                    .refund(product: "hd_export", at: refunded, originalTransactionID: "pack"))
            }, at: 2)
        let refusals = try await tenant.race(calls)
        let more = refusals.count { $0 == nil } - 1
        #expect(more <= 2)
        try await expect(Int64(-3 - more), owed: Int64(3 + more), tenant)
    }
}
