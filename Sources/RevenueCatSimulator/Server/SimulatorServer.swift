import HTTPServer
import HTTPTypes
package import Logging
import NIOCore
import ServiceLifecycle

/// Serves a simulator over HTTP until cancellation or graceful shutdown.
package struct SimulatorServer: Service {
    let simulator: Simulator
    let logger: Logger
    let onServerRunning: @Sendable (Int) async -> Void

    /// - Parameters:
    ///   - simulator: The simulator to serve, at its configured address.
    ///   - logger: The HTTP server's logger.
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
        // Without a date of its own: the simulator's is the world's.
        let configuration = HTTPServer.Configuration(
            host: simulator.configuration.host, port: simulator.configuration.port)
        try await HTTPServer(
            configuration: configuration, logger: logger, onRunning: onServerRunning
        ) { request, _ in
            let response = try await respond(to: request)
            return try await Self.delivered(response, isHead: request.method == .head)
        }.run()
    }

    private func respond(to request: Request) async throws -> SimulatorResponse {
        let body = try await request.body.collect(
            upTo: SimulatorConfiguration.maximumBodyBytes)
        let request = SimulatorRequest(request.head, body: Array(body.readableBytesView))
        guard request.segments.first == "control" else { return simulator.answer(request) }
        return await simulator.control(request)
    }

    private static func delivered(
        _ response: SimulatorResponse, isHead: Bool
    ) async throws -> Response {
        if response.delivery == .never {
            try await cancelWhenGracefulShutdown {
                try await Task.sleep(for: .seconds(SimulatorConfiguration.hangSeconds))
            }
            throw CancellationError()
        }
        var headers: HTTPFields = [
            .contentType: response.contentType, .contentLength: String(response.body.count),
        ]
        for (name, value) in response.headers { headers[name] = value }
        let bytes = ByteBuffer(bytes: response.body)
        let body =
            switch response.delivery {
            case .truncated:
                ResponseBody(stream: { writer in
                    try await writer.write(
                        bytes.getSlice(at: 0, length: bytes.readableBytes / 2) ?? bytes)
                    // Ends the connection in the middle of the body.
                    throw CancellationError()
                })
            case .whole, .never: ResponseBody(bytes)
            }
        let answer = Response(status: response.status, headers: headers, body: body)
        return isHead ? answer.withoutBody : answer
    }
}
