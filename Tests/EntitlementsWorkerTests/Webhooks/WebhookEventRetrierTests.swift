import Entitlements
import EntitlementsDatabase
import EntitlementsWorker
import Logging
import Metrics
import Prometheus
import TestSupport
import Testing

@Suite("Failed events are applied later")
struct WebhookEventRetrierTests {
    private static let now: Timestamp = "2026-11-21T10:00:00Z"

    @Test("a stored body is decoded again and applied")
    func appliesLate() async throws {
        try await withTenant { own, tenant in
            let event = RevenueCatEvent.nowRunning()
            try await own.fail(event, of: tenant)
            #expect(try await tenant.standing(of: "u_42") == .none)

            await retrier(own).retryDueEvents()

            #expect(try await own.status(of: event, tenant) == "applied")
            #expect(try await tenant.standing(of: "u_42") == .active("active"))
        }
    }

    @Test("the time from an event to its late effect is measured; one that fails again is not")
    func effect() async throws {
        try await withTenant { own, tenant in
            let event = RevenueCatEvent.initialPurchase().occurring(
                at: Self.now.advanced(bySeconds: -7_200))
            let poison = RevenueCatEvent.renewal(appUserID: "u_1")
                .setting("expiration_at_ms", "tomorrow")
            try await own.fail(event, of: tenant)
            try await own.fail(poison, of: tenant)
            let registry = PrometheusRegistry(descriptions: [:])

            await withMetricsFactory(registry) { await retrier(own).retryDueEvents() }

            let text = String(decoding: registry.text(), as: UTF8.self)
            let name = "hearth_webhook_event_effect_seconds"
            #expect(text.contains("\(name)_sum{tenant=\"\(tenant.slug)\"} 7200\n"))
            #expect(text.contains("\(name)_count{tenant=\"\(tenant.slug)\"} 1\n"))
            let arrival = "hearth_webhook_last_received_timestamp_seconds"
            #expect(text.contains("\(arrival){tenant=\"\(tenant.slug)\"} 1"))
        }
    }

    @Test("an event that fails again is postponed, and delays no other")
    func poison() async throws {
        try await withTenant { own, tenant in
            let poison = RevenueCatEvent.renewal(appUserID: "u_1")
                .setting("expiration_at_ms", "tomorrow")
            let good = RevenueCatEvent.initialPurchase(appUserID: "u_2")
            try await own.fail(poison, of: tenant)
            try await own.fail(good, of: tenant)

            await retrier(own).retryDueEvents()

            #expect(try await own.status(of: good, tenant) == "applied")
            #expect(try await own.status(of: poison, tenant) == "failed")
            #expect(
                try await own.ask(
                    "select attempts > 1 and due_at > now() from entitlements.webhook_events "
                        + "where status = 'failed'") == "t")
        }
    }

    @Test("a malformed body stays failed, with the reason")
    func unreadableBody() async throws {
        try await withTenant { own, tenant in
            let event = RevenueCatEvent.initialPurchase()
            try await own.fail(event, of: tenant)
            try await own.administer(
                "update entitlements.webhook_events set body = convert_to('{', 'UTF8')")

            await retrier(own).retryDueEvents()

            #expect(
                try await own.ask("select failure from entitlements.webhook_events")
                    == "malformed_json")
        }
    }

    @Test("a dead worker's event is taken over when its lease ends")
    func takeover() async throws {
        try await withTenant { own, tenant in
            let event = RevenueCatEvent.initialPurchase()
            try await own.fail(event, of: tenant)
            // A worker that claims the event and dies.
            let claimed = try await own.database.call(
                ClaimWebhookEvent(leaseSeconds: WebhookEventRetrier.leaseSeconds))
            #expect(claimed.map(\.eventID) == [event.id])

            await retrier(own).retryDueEvents()
            #expect(try await own.status(of: event, tenant) == "failed")

            // Moves the lease's end instead of waiting.
            try await own.administer(
                "update entitlements.webhook_events set due_at = due_at - interval '45 seconds'")
            await retrier(own).retryDueEvents()
            #expect(try await own.status(of: event, tenant) == "applied")
            #expect(
                Int(WebhookEventRetrier.leaseSeconds) + WebhookEventRetrier.intervalSeconds <= 45)
        }
    }

    @Test("two simultaneous workers apply each event once")
    func raced() async throws {
        try await withTenant { own, tenant in
            let events = (0..<20).map { RevenueCatEvent.initialPurchase(appUserID: "u_\($0)") }
            for event in events { try await own.fail(event, of: tenant) }

            async let one: Void = retrier(own).retryDueEvents()
            async let other: Void = retrier(own).retryDueEvents()
            _ = await (one, other)

            #expect(
                try await own.ask(
                    "select count(*) || ' ' || max(attempts) from entitlements.webhook_events "
                        + "where status = 'applied'") == "20 2")
            #expect(try await own.ask("select count(*) from entitlements.evidence") == "20")
        }
    }

    @Test("a running worker reacts to a notification, beats, and can be cancelled")
    func running() async throws {
        try await withTenant { own, tenant in
            let heartbeat = Heartbeat(now: { ContinuousClock.now })
            let worker = WebhookEventRetrier(
                database: own.database, heartbeat: heartbeat, now: { Self.now },
                logger: .silent)
            try await withThrowingTaskGroup { group in
                group.addTask { try await worker.run() }
                while await heartbeat.secondsSinceLastBeat == nil { await Task.yield() }

                let event = RevenueCatEvent.initialPurchase()
                let deadline = ContinuousClock.now + .seconds(10)
                try await own.fail(event, of: tenant)
                while try await own.status(of: event, tenant) == "failed" {
                    // Below the interval, so the notification woke the worker.
                    try #require(ContinuousClock.now < deadline)
                }
                group.cancelAll()
            }
        }
    }

    /// Lends its own database, as the worker handles all tenants.
    private func withTenant(
        _ body: (ScratchDatabase, TestTenant) async throws -> Void
    ) async throws {
        try await ScratchDatabase.with { own in
            try await body(own, try await TestTenant.create(in: own.database))
        }
    }

    private func retrier(_ own: ScratchDatabase) -> WebhookEventRetrier {
        WebhookEventRetrier(
            database: own.database, heartbeat: Heartbeat(now: { ContinuousClock.now }),
            now: { Self.now }, logger: .silent)
    }
}

@Suite("The heartbeat of a worker")
struct HeartbeatTests {
    @Test("a heartbeat is nil before the first beat, and counts from the last")
    func counts() async {
        let start = ContinuousClock.now
        let seconds = Seconds()
        let heartbeat = Heartbeat(now: { start + .seconds(seconds.next()) })
        #expect(await heartbeat.secondsSinceLastBeat == nil)
        await heartbeat.beat()
        #expect(await heartbeat.secondsSinceLastBeat == 1)
        #expect(await heartbeat.secondsSinceLastBeat == 2)
        await heartbeat.beat()
        #expect(await heartbeat.secondsSinceLastBeat == 1)
    }
}
