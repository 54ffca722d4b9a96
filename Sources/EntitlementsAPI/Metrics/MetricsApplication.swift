import Entitlements
import HTTPServer
import HTTPTypes
package import Logging
package import Prometheus
package import ServiceLifecycle

/// Builds a service that serves `/metrics` alone, on a port of its own.
///
/// - Parameters:
///   - configuration: The address and the limits. Any `Host` is accepted: scrapers use addresses.
///   - registry: The metrics.
///   - logger: The HTTP framework's logger.
///   - onServerRunning: Called with the port once it is bound.
/// - Returns: The service; it serves until it is cancelled or stopped gracefully.
package func buildMetricsApplication(
    configuration: APIConfiguration, metrics registry: PrometheusRegistry, logger: Logger,
    onServerRunning: @escaping @Sendable (Int) async -> Void = { _ in }
) -> some Service {
    var configuration = configuration
    configuration.allowedHosts = []
    return HTTPServer.guarded(configuration, logger: logger, onRunning: onServerRunning) {
        request, _ in
        let path = (request.head.path ?? "").split(separator: "?", maxSplits: 1).first
        guard [.get, .head].contains(request.method), path == "/metrics" else {
            return Failure(.notFound, "This port serves GET /metrics alone.").response(
                requestID: RequestID(accepting: request.headers[.requestID]))
        }
        let response = Response(metricsOf: registry)
        return request.method == .head ? response.withoutBody : response
    }
}
