import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("claim_webhook_event")
struct ClaimWebhookEventTests {
    /// After every first retry of the tests.
    private let later: Timestamp = "2999-01-01T00:00:00Z"

    @Test("a failed event is leased with its body until the lease ends")
    func leased() async throws {
        try await ScratchDatabase.with { scratch in
            let tenant = try await TestTenant.create(in: scratch.database)
            let event = RevenueCatEvent.incomplete(id: "a")
            try await tenant.receive(event, receivedAt: "2026-11-02T00:00:00Z")
            let claimed = try await scratch.claim(at: later)
            #expect(claimed?.tenantID == tenant.id)
            #expect(claimed?.eventID == "a")
            #expect(claimed?.eventType == "INITIAL_PURCHASE")
            #expect(claimed?.body == event.body)
            #expect(claimed?.receivedAt == "2026-11-02T00:00:00Z")
            #expect(claimed?.attempts == 2)
            #expect(try await scratch.claim(at: later.advanced(bySeconds: 59)) == nil)
            let again = try await scratch.claim(at: later.advanced(bySeconds: 60))
            #expect(again?.eventID == "a")
            #expect(again?.attempts == 3)
        }
    }

    @Test("an event that is not due, applied or only stored is not claimed")
    func nothingDue() async throws {
        try await ScratchDatabase.with { scratch in
            let tenant = try await TestTenant.create(in: scratch.database)
            try await tenant.receive(.initialPurchase())
            try await tenant.receive(.initialPurchase().setting("type", "NEW_IDEA"))
            #expect(try await scratch.claim(at: later) == nil)
            try await tenant.receive(.incomplete(id: "a"))
            #expect(try await scratch.claim(at: nil) == nil)
            try await tenant.receive(.initialPurchase(id: "a"))
            #expect(try await scratch.claim(at: later) == nil)
        }
    }

    @Test("the event due longest comes first, across tenants")
    func order() async throws {
        try await ScratchDatabase.with { scratch in
            let one = try await TestTenant.create(in: scratch.database)
            let other = try await TestTenant.create(in: scratch.database)
            for (tenant, eventID) in [(one, "a"), (other, "b"), (one, "c")] {
                try await tenant.receive(.incomplete(id: eventID))
            }
            var order: [String] = []
            while let event = try await scratch.claim(at: later) { order.append(event.eventID) }
            #expect(order == ["a", "b", "c"])
        }
    }

    @Test("eight simultaneous workers claim each event once")
    func raced() async throws {
        try await ScratchDatabase.with { scratch in
            let tenant = try await TestTenant.create(in: scratch.database)
            let ids = (0..<40).map { "event-\($0)" }
            for eventID in ids { try await tenant.receive(.incomplete(id: eventID)) }
            let database = scratch.database
            let claimed = try await withThrowingTaskGroup(of: [String].self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        var mine: [String] = []
                        // A claim that meets only locked events returns none, so each worker asks
                        // once per event.
                        for _ in ids {
                            let rows = try await database.call(
                                ClaimWebhookEvent(leaseSeconds: 60, asOf: later))
                            mine += rows.map(\.eventID)
                        }
                        return mine
                    }
                }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            #expect(claimed.sorted() == ids.sorted())
        }
    }

    @Test("each failure doubles the delay, up to an hour")
    func backoff() async throws {
        try await ScratchDatabase.with { scratch in
            let tenant = try await TestTenant.create(in: scratch.database)
            try await tenant.receive(.incomplete(id: "a"))
            var waits: [String?] = []
            for _ in 0..<12 {
                let row = try await scratch.administer(
                    "select round(extract(epoch from due_at - now()) / 15) "
                        + "from entitlements.webhook_events")
                waits.append(row.first?.first ?? nil)
                _ = try await scratch.claim(at: later)
                try await tenant.receive(.incomplete(id: "a"))
            }
            #expect(
                waits == ["1", "2", "4", "8", "16", "32", "64", "128"]
                    + Array(repeating: "240", count: 4))
        }
    }
}

extension ScratchDatabase {
    fileprivate func claim(at moment: Timestamp?) async throws -> ClaimWebhookEvent.Row? {
        try await database.call(ClaimWebhookEvent(leaseSeconds: 60, asOf: moment)).first
    }
}
