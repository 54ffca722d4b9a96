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

    /// The timer of the console's pages; nil if it is off.
    private let pageDuration: Timer?

    private struct CounterKey: Hashable {
        /// The path of the route with its parameters' names; nil for a request without a route.
        let route: String?
        let method: String
        let status: Int
    }

    init(registry: PrometheusRegistry, routes: [Route], hasPages: Bool = false) {
        self.registry = registry
        self.routes = routes
        let timer = { (kind: String) in
            Timer(
                label: "hearth_http_request_duration_seconds", dimensions: [("kind", kind)],
                factory: registry)
        }
        durations = routes.map { timer($0.kind.rawValue) }
        pageDuration = hasPages ? timer("console") : nil
    }

    /// Counts and times a page or a form of the console; `path` is nil for one that is not there.
    func recordPage(
        _ path: PathTemplate?, _ method: HTTPRequest.Method, _ status: HTTPResponse.Status,
        _ duration: Duration
    ) {
        pageDuration?.record(duration: duration)
        count(route: path?.text, method: method, status: status.code)
    }

    func record(
        _ match: RouteTable.Match, _ method: HTTPRequest.Method, _ status: HTTPResponse.Status,
        _ duration: Duration
    ) {
        var route: String?
        if case .route(let index, _) = match {
            route = routes[index].path.text
            durations[index].record(duration: duration)
        }
        count(route: route, method: method, status: status.code)
    }

    /// Counts a request that was refused before routing.
    func refused(status: Int) {
        count(route: nil, method: nil, status: status)
    }

    private func count(route: String?, method: HTTPRequest.Method?, status: Int) {
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
                ("route", key.route ?? "none"),
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
