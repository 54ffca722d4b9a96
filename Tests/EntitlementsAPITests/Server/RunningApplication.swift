import Hummingbird
import Logging
import ServiceLifecycle
import TestSupport
import Testing

/// Runs an application during the body, which gets the port and the service group.
///
/// The application must call the closure of `make` with its port once it listens. After the body it
/// is cancelled; with `gracefully` the body must stop the group.
func withRunning<Result>(
    gracefully: Bool = false,
    _ make: (@escaping @Sendable (Int) async -> Void) throws -> some ApplicationProtocol,
    _ body: (Int, ServiceGroup) async throws -> Result
) async throws -> Result {
    let (ports, reportPort) = AsyncStream<Int>.makeStream()
    let group = ServiceGroup(services: [try make { reportPort.yield($0) }], logger: .silent)
    return try await withThrowingTaskGroup(of: Void.self) { tasks in
        tasks.addTask { try await group.run() }
        let port = try #require(await ports.first { _ in true })
        let result = try await body(port, group)
        if !gracefully { tasks.cancelAll() }
        do { try await tasks.waitForAll() } catch is CancellationError {}
        return result
    }
}
