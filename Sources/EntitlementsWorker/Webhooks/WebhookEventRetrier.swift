package import Entitlements
package import EntitlementsDatabase
package import Logging
import Metrics
import RevenueCat
import ServiceLifecycle

/// Retries stored events that could not be applied on receipt, each under a lease.
///
/// Any number may run, in any number of processes: an event is leased to one of them, and if it
/// dies, the lease ends. The database decides when an event is due. An event that fails again is
/// postponed and delays no other.
package struct WebhookEventRetrier: Service {
    /// Long enough for one call with all its waits; another worker takes over within a minute.
    package static let leaseSeconds: Int32 = 30

    /// The longest time between two rounds; a notification starts one at once.
    package static let intervalSeconds = 15

    private let database: Database
    private let heartbeat: Heartbeat
    private let now: @Sendable () -> Timestamp
    private let logger: Logger

    package init(
        database: Database, heartbeat: Heartbeat, now: @escaping @Sendable () -> Timestamp,
        logger: Logger
    ) {
        self.database = database
        self.heartbeat = heartbeat
        self.now = now
        self.logger = logger
    }

    package func run() async throws {
        let (looks, look) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        look.yield()
        await withTaskGroup { group in
            group.addTask { await lookWhenNotified(look) }
            group.addTask { await lookRegularly(look) }
            for await _ in looks.cancelOnGracefulShutdown() {
                // Beats first, so that the server is ready while its first round waits for the
                // database.
                await heartbeat.beat()
                await retryDueEvents()
            }
            group.cancelAll()
        }
    }

    private func lookWhenNotified(_ look: AsyncStream<Void>.Continuation) async {
        for await _ in database.payloads(on: .webhookEvents) {
            look.yield()
        }
    }

    private func lookRegularly(_ look: AsyncStream<Void>.Continuation) async {
        while (try? await Task.sleep(for: .seconds(Self.intervalSeconds))) != nil {
            look.yield()
        }
    }
}

extension WebhookEventRetrier {
    /// Retries each due event once, and records how many still wait, and when the last ones came.
    package func retryDueEvents() async {
        do {
            while let event = try await claim() {
                await retry(event)
            }
            let waiting = try await database.callOne(CountFailedWebhookEvents())
            Gauge(label: "hearth_webhook_events_failed").record(waiting.failed)
            Gauge(label: "hearth_webhook_events_failed_oldest_seconds")
                .record(waiting.oldestSeconds)
            for arrival in try await database.call(ListWebhookArrivals()) {
                Gauge(
                    label: "hearth_webhook_last_received_timestamp_seconds",
                    dimensions: [("tenant", arrival.tenantSlug)]
                ).record(arrival.lastReceivedAt.secondsSinceEpoch)
            }
        } catch {
            // The database is away or busy. The next round tries again.
            await logger.log(
                "Failed events could not be looked for", hinderedBy: error, in: database)
        }
    }

    private func claim() async throws -> ClaimWebhookEvent.Row? {
        guard !Task.isCancelled, !Task.isShuttingDownGracefully else { return nil }
        return try await database.call(ClaimWebhookEvent(leaseSeconds: Self.leaseSeconds)).first
    }

    /// Decodes the stored body again and applies it: this release may understand more than the one
    /// that received it.
    private func retry(_ event: ClaimWebhookEvent.Row) async {
        var logger = logger
        logger[metadataKey: "event_id"] = "\(event.eventID)"
        logger[metadataKey: "attempts"] = "\(event.attempts)"
        let tenant = await database.slug(of: event.tenantID)
        logger[metadataKey: "tenant"] = "\(tenant)"
        let decoded = Result { () throws(Failure) in try WebhookEvent(body: event.body) }
        do {
            let row = try await database.callOne(
                event.receivedAgain(as: decoded), in: event.tenantID)
            if row.status == "applied" {
                measureEffect(of: decoded, tenant: tenant)
            }
            let outcome = row.failure == nil ? row.status : "failed"
            Counter(
                label: "hearth_webhook_event_retries_total", dimensions: [("outcome", outcome)]
            ).increment()
            if let failure = row.failure {
                logger.warning("Webhook event failed again", metadata: ["failure": "\(failure)"])
            } else {
                logger.info("Webhook event applied late", metadata: ["status": "\(row.status)"])
            }
        } catch {
            // Nothing was written: the event is due again when its lease ends.
            await logger.log(
                "Webhook event could not be retried", hinderedBy: error, in: database, level: .error
            )
        }
    }

    /// Measures the time from RevenueCat's event to its effect, which is committed now.
    private func measureEffect(of event: Result<WebhookEvent, Failure>, tenant: String) {
        guard let seconds = try? event.get().secondsToEffect(at: now()) else { return }
        Recorder(
            label: "hearth_webhook_event_effect_seconds", dimensions: [("tenant", tenant)],
            aggregate: true
        ).record(seconds)
    }
}

extension ClaimWebhookEvent.Row {
    /// Returns the call that received this event, with what its body says to this release.
    fileprivate func receivedAgain(as event: Result<WebhookEvent, Failure>) -> ReceiveWebhookEvents
    {
        let facts = try? event.get().facts
        let problem =
            switch event {
            case .success(let event): event.problem
            case .failure(let failure): failure.code.rawValue
            }
        return ReceiveWebhookEvents(
            [.init(id: eventID, type: eventType, body: body, facts: facts, problem: problem)],
            receivedAt: receivedAt)
    }
}
