import Entitlements
import HTTPTypes
package import Hummingbird
package import Logging
import NIOCore
package import Prometheus

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
) -> some ApplicationProtocol {
    var configuration = configuration
    configuration.allowedHosts = []
    return Application(
        responder: MetricsResponder(registry: registry),
        server: .guardedHTTP1(configuration) { _ in },
        configuration: ApplicationConfiguration(
            address: .hostname(configuration.host, port: configuration.port)),
        onServerRunning: { channel in await onServerRunning(channel.localAddress?.port ?? 0) },
        logger: logger)
}

/// Answers `GET /metrics`, and 404 to all else.
private struct MetricsResponder: HTTPResponder {
    let registry: PrometheusRegistry

    func respond(to request: Request, context: ConnectionContext) async -> Response {
        let path = (request.head.path ?? "").split(separator: "?", maxSplits: 1).first
        guard [.get, .head].contains(request.method), path == "/metrics" else {
            return Failure(.notFound, "This port serves GET /metrics alone.").response(
                requestID: RequestID(accepting: request.headers[.requestID]))
        }
        let response = Response(metricsOf: registry)
        return request.method == .head ? response.createHeadResponse() : response
    }
}
