import Entitlements
import HummingbirdCore
import NIOCore

extension HTTPServerBuilder {
    /// HTTP/1.1 with all limits set: the framework's own and the guards'.
    static func guardedHTTP1(
        _ configuration: APIConfiguration, onRefusal: @escaping @Sendable (Failure) -> Void
    ) -> HTTPServerBuilder {
        let idleTimeout = TimeAmount.seconds(Int64(configuration.idleTimeoutSeconds))
        let rules = RequestRules(
            maximumBodyBytes: configuration.maximumBodyBytes,
            maximumTargetBytes: configuration.maximumTargetBytes,
            allowedHosts: Set(configuration.allowedHosts.map { $0.lowercased() }))
        let limits = ConnectionGuard.Limits(
            rules: rules,
            requestReadDeadline: .seconds(Int64(configuration.requestReadDeadlineSeconds)),
            lastWriteTimeout: idleTimeout,
            lingering: .seconds(Int64(configuration.lingeringSeconds)))
        let decoder = HTTP1Channel.Configuration.DecoderConfiguration(
            maxHeaderFieldSize: configuration.maximumHeaderBytes,
            maxHeaderListSize: configuration.maximumHeaderBytes,
            maxHeaderFieldCount: configuration.maximumHeaders)
        // One count for the server, not one for each connection.
        let connections = ConnectionLimit(maximumConnections: configuration.maximumConnections)
        return HTTPServerBuilder { responder in
            GuardedHTTP1Channel(
                http1: HTTP1Channel(
                    responder: responder,
                    configuration: .init(
                        idleTimeout: idleTimeout, httpDecoderConfiguration: decoder)),
                connections: connections, limits: limits, idleTimeout: idleTimeout,
                onRefusal: onRefusal)
        }
    }
}
