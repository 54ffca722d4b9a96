import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("get_credits")
struct GetCreditsTests {
    private let bought = RevenueCatEvent.defaultPurchase

    @Test("each purchase gives the catalog's credits, and a refund takes them back")
    func works() async throws {
        let tenant = try await TestTenant.create(like: "iris") {
            $0.products[0].credits = [CreditID(unchecked: "hd_export"): 5]
        }
        #expect(try await tenant.balance(of: "hd_export", of: "nobody") == 0)
        for chain in ["first", "second"] {
            try await tenant.receive(.export(chain))
        }
        let later = bought.advanced(byDays: 1)
        #expect(try await tenant.balance(of: "hd_export", of: "u_42", at: later) == 10)
        try await tenant.receive(
            .refund(
                product: "hd_export", at: bought.advanced(byDays: 2),
                originalTransactionID: "first"))
        let last = bought.advanced(byDays: 3)
        #expect(try await tenant.balance(of: "hd_export", of: "u_42", at: last) == 5)
    }

    @Test("a sandbox purchase gives credits in the sandbox only")
    func sandbox() async throws {
        let tenant = try await TestTenant.create(like: "iris")
        try await tenant.receive(.export("play").setting("environment", "SANDBOX"))
        #expect(try await tenant.balance(of: "hd_export", of: "u_42") == 0)
        let played = try await tenant.balance(
            of: "hd_export", of: "u_42", environment: "sandbox")
        #expect(played == 1)
        await expectFailure(.notEnoughCredits) {
            try await tenant.spend("hd_export", of: "u_42", on: "eye 1")
        }
    }

    @Test("a family share gives no credits to the member")
    func family() async throws {
        let tenant = try await TestTenant.create(like: "iris")
        try await tenant.receive(.export("shared").setting("is_family_share", true))
        #expect(try await tenant.balance(of: "hd_export", of: "u_42") == 0)
    }

    @Test("a transferred purchase takes only its remaining credits along")
    func moved() async throws {
        let tenant = try await TestTenant.create(like: "iris") {
            $0.products[0].credits = [CreditID(unchecked: "hd_export"): 5]
        }
        try await tenant.receive(.export("pack"))
        try await tenant.spend("hd_export", of: "u_42", on: "eye 1", 3)
        try await tenant.receive(
            .transfer(from: ["u_42"], to: ["u_7"], at: bought.advanced(byDays: 1)))
        #expect(try await tenant.balance(of: "hd_export", of: "u_42") == 0)
        #expect(try await tenant.balance(of: "hd_export", of: "u_7") == 2)
    }
}

extension RevenueCatEvent {
    /// A purchase of the consumable of the tenant Iris.
    static func export(
        _ chain: String, by appUserID: String = defaultAppUserID,
        at moment: Timestamp = defaultPurchase
    ) -> RevenueCatEvent {
        .nonRenewingPurchase(
            appUserID: appUserID, product: "hd_export", purchasedAt: moment,
            originalTransactionID: chain)
    }
}
