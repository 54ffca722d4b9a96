import Entitlements
import Logging
import RevenueCatSimulator
import ServiceLifecycle
import Synchronization
import TestSupport
import Testing

/// A simulator on its own port, with its deliveries.
struct TestSimulator: Sendable {
    let port: Int
    let simulator: Simulator
    let receiver: Receiver

    static let v1Key = SimulatorConfiguration().v1Key
    static let v2Key = SimulatorConfiguration().v2Key

    /// A receiver of webhooks that answers with the given status.
    final class Receiver: Sendable {
        private let state = Mutex<(deliveries: [WebhookDelivery], status: Int?)>(([], 200))

        var deliveries: [WebhookDelivery] { state.withLock(\.deliveries) }

        func answer(_ status: Int?) {
            state.withLock { $0.status = status }
        }

        func take(_ delivery: WebhookDelivery) -> Int? {
            state.withLock { state in
                state.deliveries.append(delivery)
                return state.status
            }
        }
    }

    static func run(
        _ configure: (inout SimulatorConfiguration) -> Void = { _ in },
        _ body: (TestSimulator) async throws -> Void
    ) async throws {
        var configuration = SimulatorConfiguration()
        configuration.port = 0
        configure(&configuration)
        let receiver = Receiver()
        let simulator = Simulator(
            world: .empty(), configuration: configuration, seed: 1,
            deliver: { receiver.take($0) })
        let (ports, reportPort) = AsyncStream<Int>.makeStream()
        var logger = Logger(label: "simulator")
        logger.logLevel = .critical
        let server = SimulatorServer(simulator: simulator, logger: logger) { reportPort.yield($0) }
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await server.run() }
            let port = try #require(await ports.first { _ in true })
            try await body(TestSimulator(port: port, simulator: simulator, receiver: receiver))
            tasks.cancelAll()
            do { try await tasks.waitForAll() } catch is CancellationError {}
        }
    }

    /// Sends a request and returns the whole answer.
    func send(
        _ method: String = "GET", _ target: String, key: String? = nil, body: String = ""
    ) async throws -> RawHTTPResponse {
        try await RawHTTPConnection.with(port: port) { connection in
            try await connection.send(head(method, target, key, body.utf8.count) + body)
            return try await connection.response()
        }
    }

    func head(_ method: String, _ target: String, _ key: String?, _ length: Int = 0) -> String {
        let authorization = key.map { "Authorization: Bearer \($0)\r\n" } ?? ""
        return """
            \(method) \(target) HTTP/1.1\r
            Host: simulator.test\r
            Content-Length: \(length)\r
            \(authorization)\r

            """
    }

    func v1(_ id: String) async throws -> RawHTTPResponse {
        try await send("GET", "/v1/subscribers/\(id)", key: Self.v1Key)
    }

    func v2(_ path: String) async throws -> RawHTTPResponse {
        try await send("GET", "/v2/projects/proj1simulated/\(path)", key: Self.v2Key)
    }

    func control(
        _ method: String, _ path: String, _ body: JSONValue? = nil
    ) async throws -> RawHTTPResponse {
        let text = body.map { String(decoding: $0.bytes, as: UTF8.self) } ?? ""
        return try await send(method, "/control\(path)", body: text)
    }
}

extension RawHTTPResponse {
    var json: JSONValue { (try? JSONParser.parse(body)) ?? .null }
}
