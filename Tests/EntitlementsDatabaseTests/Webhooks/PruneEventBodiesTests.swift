import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("prune_event_bodies")
struct PruneEventBodiesTests {
    private static let start: Timestamp = "2026-11-01T10:00:00Z"

    private static func day(_ number: Int64) -> Timestamp { start.advanced(byDays: number) }

    @Test("a body is dropped after the tenant's days; the row stays, says when, and counts")
    func works() async throws {
        try await ScratchDatabase.with { own in
            let tenant = try await TestTenant.create(in: own.database)
            let event = RevenueCatEvent.initialPurchase(id: "e")
            try await tenant.receive(event, receivedAt: Self.start)
            let early = Self.day(90).advanced(bySeconds: -1)
            #expect(try await own.prune("event_bodies", at: early) == 0)
            #expect(try await own.bodies() == "e")
            #expect(try await own.prune("event_bodies", at: Self.day(90)) == 1)
            #expect(try await own.bodies() == nil)
            let shown = try await tenant.shownEvent("e")
            #expect(shown["body"] == .null)
            #expect(shown["body_dropped_at"]?.string == Self.day(90).rfc3339)
            #expect(shown["status"] == "applied")
            #expect(shown["app_user_id"] == "u_42")
            // Repeated: nothing is left to do, and the time stays.
            #expect(try await own.prune("event_bodies", at: Self.day(99)) == 0)
            #expect(try await tenant.shownEvent("e") == shown)
            // Sent again, and retried.
            #expect(try await tenant.receive(event).status == "duplicate")
            let retried = try await own.database.callOne(
                RetryWebhookEvent(eventID: "e"), in: tenant.id)
            #expect(retried.status == "applied")
            #expect(
                try await own.database.call(ClaimWebhookEvent(leaseSeconds: 30)).isEmpty)
            #expect(try await tenant.events { $0.appUserID = "u_42" }.map(\.eventID) == ["e"])
            #expect(try await tenant.invariantViolations() == [])
        }
    }

    @Test("what is no evidence keeps its body: failed until applied, unknown, ignored, an alias")
    func kept() async throws {
        try await ScratchDatabase.with { own in
            let tenant = try await TestTenant.create(in: own.database) { $0.sandbox = .ignore }
            let events = [
                RevenueCatEvent.incomplete(id: "failed"), .other("NEWS", id: "unknown"),
                RevenueCatEvent.initialPurchase(id: "ignored").inSandbox,
                RevenueCatEvent.initialPurchase(id: "applied"),
            ]
            for event in events { try await tenant.receive(event, receivedAt: Self.start) }
            while try await own.prune("event_bodies", at: Self.day(400)) > 0 {}
            #expect(try await own.bodies() == "failed ignored unknown")
            // Applied late, they are as old as that.
            try await tenant.receive(.incomplete(id: "late"), receivedAt: Self.day(450))
            for id in ["failed", "late"] {
                try await tenant.receive(.initialPurchase(id: id).transaction(id, original: id))
            }
            try await own.administer(
                """
                update entitlements.webhook_events set applied_at = '\(Self.day(500))'
                 where event_id in ('failed', 'late')
                """)
            #expect(try await own.prune("event_bodies", at: Self.day(589)) == 0)
            #expect(try await own.bodies() == "failed ignored late unknown")
            #expect(try await own.prune("event_bodies", at: Self.day(590)) == 2)
            #expect(try await own.bodies() == "ignored unknown")
        }
    }

    @Test("in steps, the oldest first, each tenant by its own days")
    func steps() async throws {
        try await ScratchDatabase.with { own in
            let tenant = try await TestTenant.create(in: own.database) {
                $0.retention.eventBodiesDays = 30
            }
            let other = try await TestTenant.create(in: own.database) {
                $0.retention.eventBodiesDays = 3_650
            }
            for number in 0..<5 {
                let event = RevenueCatEvent.initialPurchase(
                    id: "e\(number)", appUserID: "u_\(number)"
                ).transaction("t\(number)", original: "t\(number)")
                for one in [tenant, other] {
                    try await one.receive(event, receivedAt: Self.day(Int64(number)))
                }
            }
            var looked: [Int64] = []
            for _ in 0..<4 {
                looked.append(try await own.prune("event_bodies", maximum: 2, at: Self.day(33)))
            }
            #expect(looked == [2, 2, 0, 0])
            #expect(try await own.bodies(of: tenant) == "e4")
            #expect(try await own.bodies(of: other) == "e0 e1 e2 e3 e4")
            // A later number of days brings nothing back, and hides nothing.
            try await tenant.apply { $0.retention.eventBodiesDays = 7 }
            #expect(try await own.prune("event_bodies", maximum: 2, at: Self.day(33)) == 1)
            #expect(try await own.bodies(of: tenant) == nil)
        }
    }

    @Test("events of one moment are dropped together, also beyond the maximum")
    func ties() async throws {
        try await ScratchDatabase.with { own in
            let tenant = try await TestTenant.create(in: own.database)
            let events = (0..<5).map { number in
                RevenueCatEvent.initialPurchase(id: "e\(number)", appUserID: "u_\(number)")
                    .transaction("t\(number)", original: "t\(number)").body
            }
            try await tenant.receive(bodies: events, receivedAt: Self.start)
            #expect(try await own.prune("event_bodies", maximum: 2, at: Self.day(90)) == 5)
            #expect(try await own.bodies() == nil)
        }
    }

    @Test("an event that another transaction holds is not waited for, and dropped later")
    func held() async throws {
        try await ScratchDatabase.with { own in
            let tenant = try await TestTenant.create(in: own.database)
            for number in 0..<3 {
                try await tenant.receive(
                    RevenueCatEvent.initialPurchase(id: "e\(number)", appUserID: "u_\(number)")
                        .transaction("t\(number)", original: "t\(number)"),
                    receivedAt: Self.day(Int64(number)))
            }
            let holding = "select from entitlements.webhook_events where event_id = 'e1' for update"
            try await own.whileHolding(holding) {
                let first = try await own.prune("event_bodies", maximum: 9, at: Self.day(99))
                let second = try await own.prune("event_bodies", maximum: 9, at: Self.day(99))
                #expect([first, second] == [2, 0])
            }
            #expect(try await own.bodies() == "e1")
            #expect(try await own.prune("event_bodies", maximum: 9, at: Self.day(99)) == 3)
            #expect(try await own.bodies() == nil)
        }
    }

    @Test("an event that is being retried meanwhile keeps its body, and is dropped in its time")
    func raced() async throws {
        try await ScratchDatabase.with { own in
            let tenant = try await TestTenant.create(in: own.database)
            try await tenant.receive(.incomplete(id: "e"), receivedAt: Self.start)
            try await withThrowingTaskGroup(of: Void.self) { group in
                try await own.whileHolding("select from entitlements.webhook_events for update") {
                    group.addTask { try await tenant.receive(.initialPurchase(id: "e")) }
                    for _ in 0..<3 { _ = try await own.prune("event_bodies", at: Self.day(90)) }
                }
                try await group.waitForAll()
            }
            #expect(try await own.bodies() == "e")
            #expect(try await tenant.shownEvent("e")["status"] == "applied")
            let later = try await tenant.moment().advanced(byDays: 91)
            #expect(try await own.prune("event_bodies", at: later) == 1)
            #expect(try await own.bodies() == nil)
        }
    }

    @Test("simultaneous servers drop each body once, and webhooks go on")
    func servers() async throws {
        try await ScratchDatabase.with { own in
            let tenant = try await TestTenant.create(in: own.database)
            let event = { (number: Int) in
                RevenueCatEvent.initialPurchase(id: "e\(number)", appUserID: "u_\(number)")
                    .transaction("t\(number)", original: "t\(number)")
            }
            for number in 0..<20 {
                try await tenant.receive(event(number), receivedAt: Self.day(Int64(number)))
            }
            // Twenty events are older than 90 days then. Those received now are not.
            let moment = Self.day(110)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        _ = try await own.prune("event_bodies", maximum: 5, at: moment)
                    }
                }
                for number in 0..<30 {
                    let event = event(number)
                    group.addTask { try await tenant.receive(event) }
                }
                try await group.waitForAll()
            }
            while try await own.prune("event_bodies", maximum: 5, at: moment) > 0 {}
            let count = "select count(*) || ' ' || count(body) from entitlements.webhook_events"
            #expect(try await own.ask(count) == "30 10")
            #expect(try await tenant.invariantViolations() == [])
        }
    }
}

extension ScratchDatabase {
    /// The ids of the events that have a body; nil if none has.
    fileprivate func bodies(of tenant: TestTenant? = nil) async throws -> String? {
        let condition = tenant.map { "and tenant_id = '\($0.id)'" } ?? ""
        return try await ask(
            """
            select string_agg(event_id, ' ' order by event_id) from entitlements.webhook_events
             where body is not null \(condition)
            """)
    }
}

extension TestTenant {
    fileprivate func shownEvent(_ id: String) async throws -> JSONValue {
        try JSONParser.parse(
            try await database.callOne(GetWebhookEvent(eventID: id), in: self.id).json)
    }
}
