import Entitlements
import Metrics
import Prometheus
import RevenueCat
import Synchronization

/// Counts RevenueCat's webhooks and their outcomes.
final class WebhookMetrics: Sendable {
    private let registry: PrometheusRegistry
    private let receiving: Timer
    /// Making a counter checks its name and labels, which costs more than counting.
    private let counters = Mutex<[Outcome: Counter]>([:])
    private let effects = Mutex<[String: Recorder]>([:])

    private struct Outcome: Hashable {
        let type: String
        let outcome: String
    }

    init(registry: PrometheusRegistry) {
        self.registry = registry
        receiving = Timer(
            label: "hearth_webhook_receive_seconds", dimensions: [], factory: registry)
    }

    /// Measures storing, folding and committing an event, including failures.
    func timing<Row>(_ call: () async throws -> Row) async throws -> Row {
        let stopwatch = Stopwatch()
        defer { receiving.record(duration: stopwatch.elapsed) }
        return try await call()
    }

    /// Counts an event.
    ///
    /// Unknown types count as `other`, because the sender can invent any number of them.
    func received(_ event: WebhookEvent, outcome: String) {
        let key = Outcome(
            type: event.isTypeUnderstood ? event.type : "other", outcome: outcome)
        let counter = counters.withLock { counters in
            if let known = counters[key] { return known }
            let made = Counter(
                label: "hearth_webhook_events_total",
                dimensions: [("type", key.type), ("outcome", key.outcome)], factory: registry)
            counters[key] = made
            return made
        }
        counter.increment()
    }

    /// Measures the time from RevenueCat's event to its effect.
    func applied(_ event: WebhookEvent, of tenant: String, at now: Timestamp) {
        guard let seconds = event.secondsToEffect(at: now) else { return }
        let effect = effects.withLock { effects in
            if let known = effects[tenant] { return known }
            let made = Recorder(
                label: "hearth_webhook_event_effect_seconds", dimensions: [("tenant", tenant)],
                aggregate: true, factory: registry)
            effects[tenant] = made
            return made
        }
        effect.record(seconds)
    }

    func signatureFailed(tenant: String) {
        Counter(
            label: "hearth_webhook_signature_failures_total", dimensions: [("tenant", tenant)],
            factory: registry
        ).increment()
    }
}
