import Entitlements
import RevenueCatSimulator
import TestSupport
import Testing

@Suite("An event can be staged: as RevenueCat sends it now, about a life that led to it")
struct StagedEventTests {
    private static let now: Timestamp = "2026-11-21T10:00:00Z"
    private static let catalog = World.Catalog.example

    private func event(
        _ kind: StagedEvent.Kind, product: String = "plus_monthly", target: String? = nil,
        isRefund: Bool = false, random: UInt64 = 1
    ) throws -> JSONValue {
        let sold = try #require(Self.catalog.products.first { $0.id == product })
        var random = Dice(seed: random)
        let event = StagedEvent(
            kind, of: "u_1", product: sold, target: target, isRefund: isRefund)
        let staged = try event.event(in: Self.catalog, at: Self.now, using: &random)
        #expect(staged.occurredAt == Self.now)
        let body = try JSONParser.parse(staged.body)
        return try #require(body["event"])
    }

    @Test("every type can be staged, and happens now", arguments: StagedEvent.Kind.allCases)
    func everyKind(kind: StagedEvent.Kind) throws {
        let target: String? =
            switch kind {
            case .transfer: "u_2"
            case .productChange: "plus_annual"
            default: nil
            }
        let product = kind.isOfOneTimePurchase ? "coins_100" : "plus_monthly"
        let event = try event(kind, product: product, target: target)
        #expect(event["type"] == .string(kind.rawValue))
        #expect(event["event_timestamp_ms"] == .integer(Self.now.microsecondsSinceEpoch / 1_000))
    }

    @Test("events of one app user and product name one subscription, each under an id of its own")
    func oneSubscription() throws {
        let first = try event(.initialPurchase)
        let second = try event(.cancellation, random: 2)
        let third = try event(.expiration, random: 3)
        #expect(first["original_transaction_id"] == second["original_transaction_id"])
        #expect(first["original_transaction_id"] == third["original_transaction_id"])
        #expect(Set([first, second, third].map { $0["id"]?.string }).count == 3)
    }

    @Test("each consumable is a purchase of its own")
    func consumables() throws {
        let first = try event(.nonRenewingPurchase, product: "coins_100")
        let second = try event(.nonRenewingPurchase, product: "coins_100", random: 2)
        #expect(first["transaction_id"] != second["transaction_id"])
    }

    @Test("a refund is a cancellation by customer support")
    func refund() throws {
        #expect(try event(.cancellation)["cancel_reason"] == "UNSUBSCRIBE")
        #expect(
            try event(.cancellation, isRefund: true)["cancel_reason"] == "CUSTOMER_SUPPORT")
    }
}
