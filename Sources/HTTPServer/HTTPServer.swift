package import Logging
package import NIOCore
import NIOHTTP1
import NIOPosix
import ServiceLifecycle
import Synchronization

/// Serves HTTP/1.1 on one port, until it is cancelled or stopped gracefully.
///
/// A connection has a task of its own, which answers its requests one after the other. The task
/// runs on the connection's event loop, so that a request that waits for nothing changes no thread,
/// and one that waits for the database comes back to the loop at once.
///
/// A graceful stop closes the port. Connections are closed once their requests are answered.
package struct HTTPServer: Service {
    package struct Configuration: Sendable {
        let host: String
        /// 0 takes a free one.
        let port: Int
        /// A connection is closed after this long without a request, or without its next bytes; nil
        /// means never.
        package var idleTimeout: TimeAmount?
        package var maximumHeaderBytes = 80 * 1_024
        package var maximumHeaders = 1_000
        /// The seconds since 1970, for the header `Date`; nil for answers without it.
        package var clock: (@Sendable () -> Int64)?

        package init(host: String, port: Int) {
            self.host = host
            self.port = port
        }
    }

    /// Answers a request; if it throws, the connection is closed without an answer.
    package typealias Responder =
        @Sendable (Request, ConnectionContext) async throws -> Response

    private let configuration: Configuration
    private let logger: Logger
    private let guards: @Sendable (any Channel) -> [any ChannelHandler]
    private let onRunning: @Sendable (_ port: Int) async -> Void
    private let responder: Responder
    private let connections = Connections()

    /// `guards` makes the handlers of a connection between the HTTP parser and the server, on its
    /// event loop; `onRunning` is called with the port once it is bound.
    package init(
        configuration: Configuration, logger: Logger,
        guards: @escaping @Sendable (any Channel) -> [any ChannelHandler] = { _ in [] },
        onRunning: @escaping @Sendable (_ port: Int) async -> Void = { _ in },
        responder: @escaping Responder
    ) {
        self.configuration = configuration
        self.logger = logger
        self.guards = guards
        self.onRunning = onRunning
        self.responder = responder
    }

    package func run() async throws {
        let (accepted, accept) = AsyncStream.makeStream(of: HTTPConnection.self)
        let group = MultiThreadedEventLoopGroup.singleton
        let listener = try await bind(on: group, accept)
        let date = configuration.clock.map(DateHeader.init)
        await withGracefulShutdownHandler {
            await onRunning(listener.localAddress?.port ?? 0)
            await withDiscardingTaskGroup { tasks in
                for await connection in accepted {
                    tasks.addTask(executorPreference: connection.executor) {
                        await connection.serve(date: date, by: responder)
                    }
                }
                // Cancelled, if not stopped already.
                stop(listener, accept)
            }
        } onGracefulShutdown: {
            stop(listener, accept)
        }
        try? await listener.closeFuture.get()
    }

    private func stop(
        _ listener: any Channel, _ accept: AsyncStream<HTTPConnection>.Continuation
    ) {
        listener.close(promise: nil)
        // A connection that was accepted last is served, too.
        listener.closeFuture.whenComplete { _ in
            connections.quiesce()
            accept.finish()
        }
    }

    private func bind(
        on group: MultiThreadedEventLoopGroup, _ accept: AsyncStream<HTTPConnection>.Continuation
    ) async throws -> any Channel {
        let executors = Dictionary(
            uniqueKeysWithValues: group.makeIterator().map {
                (ObjectIdentifier($0), EventLoopExecutor(loop: $0))
            })
        return try await ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: 256)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let reader = try configure(channel)
                    guard let executor = executors[ObjectIdentifier(channel.eventLoop)] else {
                        preconditionFailure("a connection's event loop is one of the group's")
                    }
                    connections.add(channel)
                    let connection = HTTPConnection(
                        channel: channel, reader: reader, executor: executor, logger: logger)
                    if case .terminated = accept.yield(connection) { channel.close(promise: nil) }
                }
            }
            .bind(host: configuration.host, port: configuration.port).get()
    }

    private func configure(_ channel: any Channel) throws -> NIOLoopBound<RequestReader> {
        var limits = NIOHTTPDecoderLimitConfiguration()
        limits.maxHeaderFieldSize = configuration.maximumHeaderBytes
        limits.maxHeaderListSize = configuration.maximumHeaderBytes
        limits.maxHeaderFieldCount = configuration.maximumHeaders
        let pipeline = channel.pipeline.syncOperations
        try pipeline.configureHTTPServerPipeline(
            withPipeliningAssistance: false, withErrorHandling: false,
            withOutboundHeaderValidation: false, withEncoderConfiguration: .init(),
            withDecoderLimitConfiguration: limits)
        let reader = RequestReader(idleTimeout: configuration.idleTimeout)
        try pipeline.addHandlers(guards(channel) + [reader])
        return NIOLoopBound(reader, eventLoop: channel.eventLoop)
    }
}

/// The connection of a request.
package struct ConnectionContext: Sendable {
    package let channel: any Channel
    package let logger: Logger

    /// The address of the client, or of the last proxy before us; nil of a connection without one.
    package var address: String? { channel.remoteAddress?.ipAddress }
}
