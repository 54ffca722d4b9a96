import ServiceLifecycle

/// Runs the body once the server listens.
struct OnListening: Service {
    let ports: AsyncStream<Int>
    let body: @Sendable (Int) async throws -> Void

    func run() async throws {
        for await port in ports.cancelOnGracefulShutdown() {
            do {
                return try await cancelWhenGracefulShutdown { try await body(port) }
            } catch {
                // Being stopped early is no failure.
                guard Task.isShuttingDownGracefully else { throw error }
            }
        }
    }
}
