import Entitlements
import EntitlementsDatabase
import Synchronization
import TestSupport
import Testing

@Suite("Webhook events in sets", .soak)
struct EventSetTests {
    private static let receivedAt: Timestamp = "2029-01-01T00:00:00Z"

    /// Delivers two unrelated histories with transfers, unknown ids, repeats and bad events, as
    /// single events and in sets of 1 to 64.
    @Test("events end in one state, alone or in sets of any size, in any order")
    func sets() async throws {
        let sets = TestEffort.share(of: 50_000, atLeast: 5_000)
        let delivered = Atomic(0)
        let order = DeliveryOrder(histories: sets / 36, permutations: 8, salt: 900_000)
        try await order.expectOneEnd { delivery in
            var events: [RevenueCatEvent] = []
            for part in 0..<2 {
                let history = PurchaseHistory(
                    seed: delivery.seed &* 2 &+ UInt64(part), prefix: "\(delivery.prefix)\(part)-")
                events += history.events
            }
            if delivery.seed.isMultiple(of: 4) {
                events.append(.incomplete(id: "\(delivery.prefix)bad"))
            }
            guard !delivery.isInOrder else {
                for event in events {
                    try await delivery.tenant.receive(event, receivedAt: Self.receivedAt)
                }
                return
            }
            events += events.filter { _ in delivery.generator.next() % 4 == 0 }
            events.shuffle(using: &delivery.generator)
            while !events.isEmpty {
                let sizes = delivery.generator.next() % 8 == 0 ? 1...64 : 1...3
                let size = Int.random(in: sizes, using: &delivery.generator)
                let rows = try await delivery.tenant.receive(
                    bodies: events.prefix(size).map(\.body), receivedAt: Self.receivedAt)
                #expect(rows.map(\.number) == (1...Int32(rows.count)).map(\.self))
                events.removeFirst(min(size, events.count))
                delivered.add(1, ordering: .relaxed)
            }
        }
        #expect(delivered.load(ordering: .relaxed) >= sets)
    }

    @Test("a bad event is stored with its reason, and the rest of its set is applied")
    func badEvent() async throws {
        let tenant = try await TestTenant.create()
        let rows = try await tenant.receive(
            bodies: [
                RevenueCatEvent.initialPurchase(id: "a", appUserID: "u_1").body,
                RevenueCatEvent.incomplete(id: "b").body,
                RevenueCatEvent.initialPurchase(id: "c").setting("type", "NEW_IDEA").body,
                RevenueCatEvent.initialPurchase(id: "d", appUserID: "u_2").body,
            ])
        #expect(rows.map(\.status) == ["applied", "stored", "stored", "applied"])
        #expect(rows.map(\.failure) == [nil, "PT422 evidence_incomplete", nil, nil])
        #expect(try await tenant.event("b")?.status == "failed")
        #expect(try await tenant.rows(in: "evidence") == 2)
        for person in ["u_1", "u_2"] {
            let day: Timestamp = RevenueCatEvent.defaultPurchase.advanced(byDays: 1)
            #expect(try await tenant.standing(of: person, at: day) == .active("active"))
        }
    }

    @Test("a repeated event counts once, within a set or across sets")
    func duplicates() async throws {
        let tenant = try await TestTenant.create()
        let event = RevenueCatEvent.initialPurchase(id: "a")
        #expect(
            try await tenant.receive(bodies: [event.body, event.body]).map(\.status)
                == ["applied", "duplicate"])
        let later = RevenueCatEvent.refund(id: "b")
        #expect(
            try await tenant.receive(bodies: [event.body, later.body]).map(\.status)
                == ["duplicate", "applied"])
        #expect(try await tenant.rows(in: "evidence") == 2)
    }

    @Test("simultaneous sets with the same events apply each once")
    func raced() async throws {
        let tenant = try await TestTenant.create()
        let bodies = (0..<16).map { number in
            RevenueCatEvent.initialPurchase(
                id: "e_\(number)", appUserID: "u_\(number % 4)",
                originalTransactionID: "t_\(number % 8)"
            ).body
        }
        let statuses = try await withThrowingTaskGroup(of: [String].self) { group in
            for rotation in 0..<8 {
                group.addTask {
                    let rotated = Array(bodies[rotation...] + bodies[..<rotation])
                    return try await tenant.receive(bodies: rotated).map(\.status)
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(statuses.filter { $0 == "applied" }.count == 16)
        #expect(statuses.filter { $0 == "duplicate" }.count == 7 * 16)
        #expect(try await tenant.rows(in: "evidence") == 16)
        #expect(try await tenant.invariantViolations() == [])
    }
}
