import HTTPTypes
import HummingbirdCore
package import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle

/// Serves a simulator over HTTP until cancellation or graceful shutdown.
package struct SimulatorServer: Service {
    let simulator: Simulator
    let logger: Logger
    let onServerRunning: @Sendable (Int) async -> Void

    /// - Parameters:
    ///   - simulator: The simulator to serve, at its configured address.
    ///   - logger: The HTTP framework's logger.
    ///   - onServerRunning: Called with the bound port.
    package init(
        simulator: Simulator, logger: Logger,
        onServerRunning: @escaping @Sendable (Int) async -> Void = { _ in }
    ) {
        self.simulator = simulator
        self.logger = logger
        self.onServerRunning = onServerRunning
    }

    package func run() async throws {
        let configuration = simulator.configuration
        // Not the framework's Application: it sends the real Date, and ours is the world's.
        let server = try HTTPServerBuilder.http1().buildServer(
            configuration: ServerConfiguration(
                address: .hostname(configuration.host, port: configuration.port)),
            eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: logger,
            responder: { request, writer, _ in
                let response = try await respond(to: request)
                try await Self.write(response, isHead: request.method == .head, to: writer)
            },
            onServerRunning: { channel in
                await onServerRunning(channel.localAddress?.port ?? 0)
            })
        try await server.run()
    }

    private func respond(to request: Request) async throws -> SimulatorResponse {
        let body = try await request.body.collect(
            upTo: SimulatorConfiguration.maximumBodyBytes)
        let request = SimulatorRequest(request.head, body: Array(body.readableBytesView))
        guard request.segments.first == "control" else { return simulator.answer(request) }
        return await simulator.control(request)
    }

    private static func write(
        _ response: SimulatorResponse, isHead: Bool, to writer: consuming ResponseWriter
    ) async throws {
        if response.delivery == .never {
            try await cancelWhenGracefulShutdown {
                try await Task.sleep(for: .seconds(SimulatorConfiguration.hangSeconds))
            }
            throw CancellationError()
        }
        var head = HTTPResponse(status: response.status)
        head.headerFields[.contentType] = response.contentType
        head.headerFields[.contentLength] = String(response.body.count)
        for (name, value) in response.headers { head.headerFields[name] = value }
        if response.delivery == .truncated {
            var bodyWriter = try await writer.writeHead(head)
            try await bodyWriter.write(
                ByteBuffer(bytes: response.body.prefix(response.body.count / 2)))
            // Ends the connection in the middle of the body.
            throw CancellationError()
        }
        try await writer.write(
            response: head, body: ResponseBody(byteBuffer: ByteBuffer(bytes: response.body)))
    }
}
