import Metrics
import RevenueCat

/// Counts what RevenueCat sends and what becomes of it.
struct WebhookMetrics: Sendable {
    private let registry: PrometheusRegistry
    private let receiving: Timer

    init(registry: PrometheusRegistry) {
        self.registry = registry
        receiving = Timer(
            label: "hearth_webhook_receive_seconds", dimensions: [], factory: registry)
    }

    /// The time of storing an event, folding it and committing, also where that fails.
    func timing<Row>(_ call: () async throws -> Row) async throws -> Row {
        let stopwatch = Stopwatch()
        defer { receiving.record(duration: stopwatch.elapsed) }
        return try await call()
    }

    /// A type that is not understood is counted as `other`: the sender can make up any number.
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
