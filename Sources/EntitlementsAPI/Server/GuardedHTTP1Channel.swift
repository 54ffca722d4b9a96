import Entitlements
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1

/// Hummingbird's HTTP/1.1 channel with this server's guards in its pipeline.
///
/// They come between the parser and the framework's codec, because the codec drops the HTTP version
/// and all but the first Host header.
struct GuardedHTTP1Channel: ServerChildChannel {
    let http1: HTTP1Channel
    let connections: ConnectionLimit
    let limits: ConnectionGuard.Limits
    let idleTimeout: TimeAmount
    let onRefusal: @Sendable (Failure) -> Void

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
        let place = connections.place(for: channel)
        let refusal = place.isAdmitted ? nil : tooManyConnections
        return http1.setup(channel: channel, logger: logger).flatMapThrowing { value in
            let pipeline = channel.pipeline.syncOperations
            let parser = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            let connectionGuard = ConnectionGuard(
                limits: limits, refusing: refusal, onRefusal: onRefusal,
                onFirstBytes: { connections.heard(place) })
            try pipeline.addHandlers(
                [StalledWriteHandler(timeout: idleTimeout), connectionGuard],
                position: .after(parser))
            return value
        }
    }

    func handle(value: HTTP1Channel.Value, logger: Logger) async {
        await http1.handle(value: value, logger: logger)
    }

    private var tooManyConnections: Failure {
        Failure(.overloaded, "The server has too many connections.", retryAfterSeconds: 1)
    }
}
