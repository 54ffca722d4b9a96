import Entitlements
package import EntitlementsDatabase
package import Logging
import Metrics
import RevenueCat
import ServiceLifecycle

/// Tries again what could not be applied when it came: stored events, each under a lease.
///
/// Any number of these may run, in any number of processes: an event is leased to one of them, and
/// a worker that dies keeps nothing, for its lease ends. When an event is due is the database's
/// business; an event that fails again is put off and never holds up another.
package struct WebhookEventRetrier: Service {
    /// Long enough for one call with all its waits, short enough to be taken over within a minute.
    package static let leaseSeconds: Int32 = 30

    /// The longest time between two looks.
    ///
    /// A notification shortens it.
    package static let intervalSeconds = 15

    private let database: Database
    private let heartbeat: Heartbeat
    private let logger: Logger

    package init(database: Database, heartbeat: Heartbeat, logger: Logger) {
        self.database = database
        self.heartbeat = heartbeat
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
                // Before, so that a server is ready while its first look waits for the database.
                await heartbeat.beat()
                await retryDueEvents()
            }
            group.cancelAll()
        }
    }

    private func lookWhenNotified(_ look: AsyncStream<Void>.Continuation) async {
        for await _ in database.notifications(on: .webhookEvents) {
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
    /// Tries every event that is due once, and says how many still wait.
    package func retryDueEvents() async {
        do {
            while let event = try await claim() {
                await retry(event)
            }
            let waiting = try await database.callOne(CountFailedWebhookEvents())
            Gauge(label: "hearth_webhook_events_failed").record(waiting.failed)
            Gauge(label: "hearth_webhook_events_failed_oldest_seconds")
                .record(waiting.oldestSeconds)
        } catch {
            // The database is away or busy. The next look comes by itself.
            logger.warning("Failed events could not be looked for", error: error)
        }
    }

    private func claim() async throws -> ClaimWebhookEvent.Row? {
        guard !Task.isCancelled, !Task.isShuttingDownGracefully else { return nil }
        return try await database.call(ClaimWebhookEvent(leaseSeconds: Self.leaseSeconds)).first
    }

    /// Decodes the stored body with this release's decoder, which may understand more than the one
    /// that received it, and hands it in again.
    private func retry(_ event: ClaimWebhookEvent.Row) async {
        var logger = logger
        logger[metadataKey: "event_id"] = "\(event.eventID)"
        logger[metadataKey: "attempts"] = "\(event.attempts)"
        do {
            let row = try await database.callOne(event.receivedAgain, in: event.tenantID)
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
            logger.error("Webhook event could not be retried", error: error)
        }
    }
}

extension ClaimWebhookEvent.Row {
    /// The call that received this event, made anew from its body.
    fileprivate var receivedAgain: ReceiveWebhookEvents {
        let event = Result { () throws(Failure) in try WebhookEvent(body: body) }
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
