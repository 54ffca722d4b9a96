import HTTPTypes
import Metrics
import Prometheus
import Synchronization

/// Counts requests by route, not by path, because a path contains ids; times them by kind of route.
final class RequestMetrics: Sendable {
    private let registry: PrometheusRegistry
    private let routes: [Route]
    /// The timer of each route; routes of one kind share one.
    private let durations: [Timer]
    private let counters = Mutex<[CounterKey: Counter]>([:])

    private struct CounterKey: Hashable {
        /// The route's position in the table; nil for a request without a route.
        let route: Int?
        let method: String
        let status: Int
    }

    init(registry: PrometheusRegistry, routes: [Route]) {
        self.registry = registry
        self.routes = routes
        durations = routes.map { route in
            Timer(
                label: "hearth_http_request_duration_seconds",
                dimensions: [("kind", route.kind.rawValue)], factory: registry)
        }
    }

    func record(
        _ match: RouteTable.Match, _ method: HTTPRequest.Method, _ status: HTTPResponse.Status,
        _ duration: Duration
    ) {
        var route: Int?
        if case .route(let index, _) = match {
            route = index
            durations[index].record(duration: duration)
        }
        count(route: route, method: method, status: status.code)
    }

    /// Counts a request that was refused before routing.
    func refused(status: Int) {
        count(route: nil, method: nil, status: status)
    }

    private func count(route: Int?, method: HTTPRequest.Method?, status: Int) {
        let key = CounterKey(
            route: route, method: method?.nameInMetrics ?? "other", status: status)
        let counter = counters.withLock { counters in
            if let counter = counters[key] { return counter }
            let counter = makeCounter(key)
            counters[key] = counter
            return counter
        }
        counter.increment()
    }

    private func makeCounter(_ key: CounterKey) -> Counter {
        Counter(
            label: "hearth_http_requests_total",
            dimensions: [
                ("route", key.route.map { routes[$0].path.text } ?? "none"),
                ("method", key.method), ("status", String(key.status)),
            ],
            factory: registry)
    }
}

extension HTTPRequest.Method {
    /// Nil for a method that no route has: callers may invent any number of them.
    var nameInMetrics: String? { Self.named.contains(self) ? rawValue : nil }

    private static let named: Set<HTTPRequest.Method> = [
        .get, .head, .post, .put, .patch, .delete, .options,
    ]
}
