/// Admits some callers at once, and the others in order of arrival.
package actor Turns {
    private var left: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    package init(atOnce count: Int) { left = count }

    /// Waits for a turn, and passes it on after the body, also after an error.
    nonisolated package func take<Result>(
        _ body: () async throws -> Result
    ) async rethrows -> Result {
        await begin()
        do {
            let result = try await body()
            await end()
            return result
        } catch {
            await end()
            throw error
        }
    }

    private func begin() async {
        guard left == 0 else { return left -= 1 }
        await withCheckedContinuation { waiting.append($0) }
    }

    /// Passes the turn to the longest waiting caller.
    private func end() {
        if waiting.isEmpty { left += 1 } else { waiting.removeFirst().resume() }
    }
}
