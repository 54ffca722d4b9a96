import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("cancel_credit_order")
struct CancelCreditOrderTests {
    private let bought = RevenueCatEvent.defaultPurchase
    private var hour: (Int64) -> Timestamp { { bought.advanced(bySeconds: $0 * 3_600) } }

    private func buy(_ tenant: TestTenant, at moment: Timestamp, as chain: String) async throws {
        try await tenant.receive(
            .nonRenewingPurchase(
                product: "hd_export", purchasedAt: moment, originalTransactionID: chain),
            receivedAt: TestTenant.receipt)
    }

    @Test("a cancelled order consumes no later purchase and can be placed again")
    func works() async throws {
        let tenant = try await TestTenant.create(like: "iris")
        try await tenant.order("hd_export", for: "eye 1", by: "u_42", at: bought)
        for _ in 0..<2 {
            let order = try await tenant.cancelOrder(
                "hd_export", for: "eye 1", by: "u_42", at: hour(1))
            #expect(order["status"] == "cancelled")
        }
        try await buy(tenant, at: hour(2), as: "e1")
        #expect(
            try await tenant.balance(of: "hd_export", of: "u_42", at: hour(3)) == 1)
        let again = try await tenant.order("hd_export", for: "eye 1", by: "u_42", at: hour(4))
        #expect(again["status"] == "open")
        #expect(again["ordered_at"] == .string(hour(4).rfc3339))
        try await buy(tenant, at: hour(5), as: "e2")
        let settled = try await tenant.order("hd_export", for: "eye 1", by: "u_42", at: hour(6))
        #expect(settled["status"] == "settled")
        #expect(settled["balance"] == 1)
    }

    @Test("an order expires by the tenant's hours; an earlier purchase settles it")
    func expires() async throws {
        let tenant = try await TestTenant.create(like: "iris") { $0.orderExpiryHours = 2 }
        let order = try await tenant.order("hd_export", for: "eye 1", by: "u_42", at: bought)
        #expect(order["expires_at"] == .string(hour(2).rfc3339))
        try await buy(tenant, at: hour(2), as: "late")
        #expect(
            try await tenant.cancelOrder("hd_export", for: "eye 1", by: "u_42", at: hour(3))[
                "balance"] == 1)
        try await tenant.order("hd_export", for: "eye 2", by: "u_42", at: hour(4))
        // The purchase was made before the order expired, and received after.
        try await buy(tenant, at: hour(5), as: "in time")
        let settled = try await tenant.order("hd_export", for: "eye 2", by: "u_42", at: hour(9))
        #expect(settled["status"] == "settled")
    }

    @Test("an expired order can be placed again")
    func anew() async throws {
        let tenant = try await TestTenant.create(like: "iris")
        try await tenant.order("hd_export", for: "eye 1", by: "u_42", at: bought)
        let again = try await tenant.order("hd_export", for: "eye 1", by: "u_42", at: hour(24))
        #expect(again["status"] == "open")
        #expect(again["expires_at"] == .string(hour(48).rfc3339))
    }

    @Test("of two orders brought together by a merge, the newer one is answered")
    func merged() async throws {
        let tenant = try await TestTenant.create(like: "iris")
        for (number, appUserID) in [anonymous("phone"), "u_42"].enumerated() {
            let begin = Int64(number) * 2
            try await tenant.order("hd_export", for: "eye 1", by: appUserID, at: hour(begin))
            try await tenant.cancelOrder(
                "hd_export", for: "eye 1", by: appUserID, at: hour(begin + 1))
        }
        try await tenant.identify(anonymous("phone"), as: "u_42", at: hour(4))
        let order = try await tenant.cancelOrder("hd_export", for: "eye 1", by: "u_42", at: hour(5))
        #expect(order["ordered_at"] == .string(hour(2).rfc3339))
    }

    @Test("an unknown or settled order cannot be cancelled")
    func refused() async throws {
        let tenant = try await TestTenant.create(like: "iris")
        await expectFailure(.creditOrderNotFound) {
            try await tenant.cancelOrder("hd_export", for: "eye 1", by: "nobody")
        }
        #expect(try await tenant.rows(in: "app_users") == 0)
        try await tenant.order("hd_export", for: "eye 1", by: "u_42", at: bought)
        await expectFailure(.creditOrderNotFound) {
            try await tenant.cancelOrder(
                "hd_export", for: "eye 1", by: "u_42", environment: "sandbox")
        }
        try await buy(tenant, at: bought, as: "e1")
        await expectFailure(.creditOrderSettled) {
            try await tenant.cancelOrder("hd_export", for: "eye 1", by: "u_42")
        }
    }

    @Test("of a simultaneous cancellation and purchase, one takes the credit")
    func raced() async throws {
        let tenant = try await TestTenant.createForRaces(like: "iris")
        for round in 0..<8 {
            let (person, moment) = ("u_\(round)", bought)
            try await tenant.order("hd_export", for: "eye", by: person, at: moment)
            let refusals = try await tenant.race([
                { try await tenant.cancelOrder("hd_export", for: "eye", by: person, at: moment) },
                {
                    try await tenant.receive(
                        .nonRenewingPurchase(
                            appUserID: person, product: "hd_export", purchasedAt: moment,
                            originalTransactionID: person))
                },
            ])
            let isSettled = refusals[0] == .creditOrderSettled
            #expect(refusals == [isSettled ? .creditOrderSettled : nil, nil])
            #expect(
                try await tenant.balance(of: "hd_export", of: person, at: hour(1))
                    == (isSettled ? 0 : 1))
        }
    }
}
