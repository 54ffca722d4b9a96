import Metrics
import Prometheus
import RevenueCat

/// Counts RevenueCat's webhooks and their outcomes.
struct WebhookMetrics: Sendable {
    private let registry: PrometheusRegistry
    private let receiving: Timer

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
        Counter(
            label: "hearth_webhook_events_total",
            dimensions: [
                ("type", event.isTypeUnderstood ? event.type : "other"), ("outcome", outcome),
            ],
            factory: registry
        ).increment()
    }

    func signatureFailed(tenant: String) {
        Counter(
            label: "hearth_webhook_signature_failures_total", dimensions: [("tenant", tenant)],
            factory: registry
        ).increment()
    }
}
