/// Runs a body that may hang, and returns nil if it has not ended in time.
///
/// The body is then cancelled and abandoned: a thread that waits for a silent server cannot be
/// stopped before the process ends.
func withDeadline<Value: Sendable>(
    seconds: Int, _ body: @escaping @Sendable () async throws -> Value
) async throws -> Value? {
    let (outcomes, outcome) = AsyncStream.makeStream(of: Result<Value?, any Error>.self)
    let work = Task {
        do { outcome.yield(.success(try await body())) } catch { outcome.yield(.failure(error)) }
    }
    let timer = Task {
        try? await Task.sleep(for: .seconds(seconds))
        outcome.yield(.success(nil))
    }
    defer {
        work.cancel()
        timer.cancel()
    }
    for await first in outcomes { return try first.get() }
    return nil
}
