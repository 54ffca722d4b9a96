/// Lets one caller deliver at a time, in order of arrival.
///
/// Without it, the sender may take an event of an act, and the act returns before its answer.
actor DeliveryTurn {
    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Waits for the turn, and passes it on after the body.
    nonisolated func take<Result: Sendable>(
        _ body: () async -> Result
    ) async -> Result {
        await begin()
        let result = await body()
        await end()
        return result
    }

    private func begin() async {
        guard isTaken else { return isTaken = true }
        await withCheckedContinuation { waiting.append($0) }
    }

    private func end() {
        if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
    }
}
