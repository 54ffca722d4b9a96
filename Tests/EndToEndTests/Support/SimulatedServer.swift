import Logging
import RevenueCatSimulator
import TestSupport
import Testing

/// A simulated RevenueCat in the test's own process, so that it outlives the binary.
enum SimulatedServer {
    /// Lends a simulator without a rate limit, and its URL.
    static func with(
        _ world: World, _ body: (Simulator, String) async throws -> Void
    ) async throws {
        var configuration = SimulatorConfiguration()
        configuration.port = 0
        configuration.requestsPerMinute = nil
        let simulator = Simulator(world: world, configuration: configuration, seed: 1)
        let (ports, reportPort) = AsyncStream<Int>.makeStream()
        let server = SimulatorServer(simulator: simulator, logger: .silent) {
            reportPort.yield($0)
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await server.run() }
            let port = try #require(await ports.first { _ in true })
            try await body(simulator, "http://127.0.0.1:\(port)")
            group.cancelAll()
            do { try await group.waitForAll() } catch is CancellationError {}
        }
    }
}
