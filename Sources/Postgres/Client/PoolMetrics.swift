import Metrics

/// A pool's metrics.
struct PoolMetrics: Sendable {
    let connectionsLost: Counter
    private let connectionsOpen: Gauge
    private let callsInFlight: Gauge
    private let callsWaiting: Gauge

    init(pool: String) {
        let labels = [("pool", pool)]
        connectionsLost = Counter(
            label: "hearth_postgres_connections_lost_total", dimensions: labels)
        connectionsOpen = Gauge(label: "hearth_postgres_connections_open", dimensions: labels)
        callsInFlight = Gauge(label: "hearth_postgres_calls_in_flight", dimensions: labels)
        callsWaiting = Gauge(label: "hearth_postgres_calls_waiting", dimensions: labels)
    }

    func record(open: Int, inFlight: Int, waiting: Int) {
        connectionsOpen.record(open)
        callsInFlight.record(inFlight)
        callsWaiting.record(waiting)
    }
}
