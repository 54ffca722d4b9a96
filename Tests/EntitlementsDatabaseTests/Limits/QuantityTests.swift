import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

/// Tests several of a product that are bought in one purchase.
@Suite("Quantities")
struct QuantityTests {
    private static let bought = RevenueCatEvent.defaultPurchase
    private static func day(_ number: Int64) -> Timestamp { bought.advanced(byDays: number) }

    private static let three = RevenueCatEvent.nonRenewingPurchase(
        product: "hd_export", purchasedAt: bought, originalTransactionID: "t"
    ).transaction("t", original: "t").setting("quantity", 3)
    private static let refund = RevenueCatEvent.refund(
        product: "hd_export", purchasedAt: bought, at: day(5), originalTransactionID: "t"
    ).transaction("t", original: "t")

    private static func reading(at number: Int64, quantity: JSONValue?) -> TestSnapshot {
        TestSnapshot(at: day(number)).listing(
            .like(three).setting("quantity", quantity))
    }

    @Test("three packs give three times the credits, by webhook and by version 2")
    func threePacks() async throws {
        for isRead in [true, false] {
            let tenant = try await Self.tenant()
            if isRead {
                try await tenant.add(Self.reading(at: 1, quantity: 3))
            } else {
                try await tenant.receive(Self.three)
            }
            #expect(try await Self.balance(in: tenant) == 30)
        }
    }

    @Test("in any order with readings, repeated: thirty once, and none after a refund")
    func anyOrder() async throws {
        for seed in 0..<6 {
            let tenant = try await Self.tenant()
            var generator = SeededGenerator(seed: UInt64(seed))
            var steps = [0, 1, 2, 3]
            steps.shuffle(using: &generator)
            for step in steps {
                switch step {
                case 0: try await tenant.add(Self.reading(at: 2, quantity: 3))
                case 1: try await tenant.add(Self.reading(at: 3, quantity: nil))
                default: try await tenant.receive(Self.three)
                }
            }
            #expect(try await Self.balance(in: tenant) == 30, "\(steps)")
            try await tenant.receive(Self.refund)
            #expect(try await Self.balance(in: tenant) == 0, "\(steps)")
            #expect(try await tenant.invariantViolations().isEmpty)
        }
    }

    @Test(
        "what is no count of packs is one pack",
        arguments: [
            nil, 1, 0, -3, "3", 2_000_000_000, true, .array([]),
        ] as [JSONValue])
    func one(_ quantity: JSONValue) async throws {
        let tenant = try await Self.tenant()
        try await tenant.receive(Self.three.setting("quantity", quantity))
        #expect(try await Self.balance(in: tenant) == 10)
    }

    private static func tenant() async throws -> TestTenant {
        try await TestTenant.create(like: "iris") {
            $0.products[0].credits = [CreditID(unchecked: "hd_export"): 10]
        }
    }

    private static func balance(in tenant: TestTenant) async throws -> JSONValue? {
        try await tenant.balance(of: "hd_export", of: "u_42", at: day(20))
    }
}
