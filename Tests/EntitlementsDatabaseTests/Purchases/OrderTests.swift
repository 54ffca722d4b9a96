import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

/// RevenueCat delivers events repeatedly and in any order: the same events must end in one state.
@Suite("Order and duplicates", .soak)
struct OrderTests {
    private static let receivedAt: Timestamp = "2029-01-01T00:00:00Z"

    @Test("histories with transfers end in one state in any order, with repeats")
    func order() async throws {
        let order = DeliveryOrder(histories: TestEffort.share(of: 2_500))
        try await order.expectOneEnd { delivery in
            for event in Self.events(of: &delivery) {
                try await delivery.tenant.receive(event, receivedAt: Self.receivedAt)
            }
        }
    }

    @Test("histories delivered at once end in the state of their order")
    func race() async throws {
        let order = DeliveryOrder(
            histories: TestEffort.share(of: 100, atLeast: 10), permutations: 1, salt: 500_000)
        try await order.expectOneEnd { delivery in
            let (tenant, isInOrder) = (delivery.tenant, delivery.isInOrder)
            try await withThrowingTaskGroup { group in
                for event in Self.events(of: &delivery) {
                    group.addTask {
                        _ = try await tenant.receive(event, receivedAt: Self.receivedAt)
                    }
                    if isInOrder { try await group.next() }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test("histories with a merge end in one state, wherever the merge happens")
    func merges() async throws {
        let order = DeliveryOrder(
            histories: TestEffort.share(of: 500, atLeast: 10), salt: 700_000)
        try await order.expectOneEnd { delivery in
            let tenant = delivery.tenant
            let history = PurchaseHistory(
                seed: delivery.seed, prefix: delivery.prefix, isMerging: true)
            let merging = try #require(history.merging)
            var position: Int?
            var events = history.events
            if !delivery.isInOrder {
                events = history.shuffled(using: &delivery.generator)
                position = Int.random(in: 0...events.count, using: &delivery.generator)
            }
            for (index, event) in events.enumerated() {
                if index == position {
                    try await tenant.identify(merging.anonymous, as: merging.identified)
                }
                try await tenant.receive(event, receivedAt: Self.receivedAt)
            }
            try await tenant.identify(merging.anonymous, as: merging.identified)
        }
    }

    private static func events(of delivery: inout HistoryDelivery) -> [RevenueCatEvent] {
        let history = PurchaseHistory(seed: delivery.seed, prefix: delivery.prefix)
        return delivery.isInOrder
            ? history.events : history.shuffled(using: &delivery.generator)
    }
}
