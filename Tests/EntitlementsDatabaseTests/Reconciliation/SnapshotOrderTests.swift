import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

/// Snapshots and events arrive in any order: the same evidence must end in one state.
@Suite("Order of snapshots and events", .soak)
struct SnapshotOrderTests {
    private static let receivedAt: Timestamp = "2029-01-01T00:00:00Z"

    @Test("histories with snapshots end in one state in any order, with repeats")
    func order() async throws {
        let order = DeliveryOrder(
            histories: TestEffort.share(of: 250), ignoredColumns: ["folded_evidence_id"])
        try await order.expectOneEnd { delivery in
            for told in Self.evidence(of: &delivery) {
                try await Self.deliver(told, to: delivery.tenant)
            }
        }
    }

    @Test("histories with snapshots delivered at once end in the state of their order")
    func race() async throws {
        let order = DeliveryOrder(
            histories: TestEffort.share(of: 50, atLeast: 10), permutations: 1, salt: 500_000,
            ignoredColumns: ["folded_evidence_id"])
        try await order.expectOneEnd { delivery in
            let (tenant, isInOrder) = (delivery.tenant, delivery.isInOrder)
            try await withThrowingTaskGroup { group in
                for told in Self.evidence(of: &delivery) {
                    group.addTask { try await Self.deliver(told, to: tenant) }
                    if isInOrder { try await group.next() }
                }
                try await group.waitForAll()
            }
        }
    }

    private static func evidence(of delivery: inout HistoryDelivery) -> [ReadHistory.Evidence] {
        let history = ReadHistory(seed: delivery.seed, prefix: delivery.prefix)
        return delivery.isInOrder
            ? history.evidence : history.shuffled(using: &delivery.generator)
    }

    private static func deliver(_ told: ReadHistory.Evidence, to tenant: TestTenant) async throws {
        switch told {
        case .event(let event): try await tenant.receive(event, receivedAt: receivedAt)
        case .snapshot(let snapshot): try await tenant.add(snapshot, receivedAt: receivedAt)
        }
    }
}
