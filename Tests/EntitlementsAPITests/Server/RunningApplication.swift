import Logging
import ServiceLifecycle
import TestSupport
import Testing

/// Runs an application during the body, which gets the port and the service group.
///
/// The application must call the closure of `make` with its port once it listens. After the body,
/// also after one that throws, the group stops gracefully. `cancelling` cancels it instead.
func withRunning<Result>(
    cancelling: Bool = false,
    _ make: (@escaping @Sendable (Int) async -> Void) throws -> some Service,
    _ body: (Int, ServiceGroup) async throws -> Result
) async throws -> Result {
    let (ports, reportPort) = AsyncStream<Int>.makeStream()
    let group = ServiceGroup(services: [try make { reportPort.yield($0) }], logger: .silent)
    return try await withThrowingTaskGroup(of: Void.self) { tasks in
        tasks.addTask { try await group.run() }
        let port = try #require(await ports.first { _ in true })
        let result: Swift.Result<Result, any Error>
        do { result = .success(try await body(port, group)) } catch { result = .failure(error) }
        if cancelling { tasks.cancelAll() } else { await group.triggerGracefulShutdown() }
        do { try await tasks.waitForAll() } catch is CancellationError {}
        return try result.get()
    }
}
