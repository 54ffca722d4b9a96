import Entitlements
import HTTPServer
import Logging
import NIOCore

extension HTTPServer {
    /// A server with all limits set: its own and the guards'.
    static func guarded(
        _ configuration: APIConfiguration, logger: Logger,
        now: @escaping @Sendable () -> Timestamp = systemTime,
        onRefusal: @escaping @Sendable (Failure) -> Void = { _ in },
        onRunning: @escaping @Sendable (Int) async -> Void,
        responder: @escaping Responder
    ) -> HTTPServer {
        let idleTimeout = TimeAmount.seconds(Int64(configuration.idleTimeoutSeconds))
        var server = Configuration(host: configuration.host, port: configuration.port)
        server.idleTimeout = idleTimeout
        server.maximumHeaderBytes = configuration.maximumHeaderBytes
        server.maximumHeaders = configuration.maximumHeaders
        server.clock = { now().microsecondsSinceEpoch / 1_000_000 }
        let limits = ConnectionGuard.Limits(
            rules: RequestRules(
                maximumBodyBytes: configuration.maximumBodyBytes,
                maximumTargetBytes: configuration.maximumTargetBytes,
                allowedHosts: Set(configuration.allowedHosts.map { $0.lowercased() })),
            requestReadDeadline: .seconds(Int64(configuration.requestReadDeadlineSeconds)),
            lastWriteTimeout: idleTimeout,
            lingering: .seconds(Int64(configuration.lingeringSeconds)))
        // One count for the server, not one for each connection.
        let connections = ConnectionLimit(maximumConnections: configuration.maximumConnections)
        return HTTPServer(
            configuration: server, logger: logger,
            guards: { channel in
                let place = connections.place(for: channel)
                return [
                    StalledWriteHandler(timeout: idleTimeout),
                    ConnectionGuard(
                        limits: limits, draining: configuration.draining,
                        refusing: place.isAdmitted ? nil : tooManyConnections,
                        onRefusal: onRefusal, onFirstBytes: { connections.heard(place) }),
                ]
            },
            onRunning: onRunning, responder: responder)
    }

    private static var tooManyConnections: Failure {
        Failure(.overloaded, "The server has too many connections.", retryAfterSeconds: 1)
    }
}
