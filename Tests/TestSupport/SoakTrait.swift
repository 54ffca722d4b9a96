import Glibc
package import Testing

/// Marks a heavy proof: a suite that repeats itself as often as `TestEffort` says.
///
/// In full, heavy proofs run one after the other: each keeps every core busy and measures
/// deadlines.
package struct SoakTrait: SuiteTrait, TestScoping {
    package func provideScope(
        for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
    ) async throws {
        guard TestEffort.isFull else { return try await body() }
        await Turns.shared.take()
        print("soak: \(test.name), effort \(TestEffort.percent) %, seed \(TestEffort.seed)")
        fflush(nil)
        do {
            try await body()
        } catch {
            await Turns.shared.pass()
            throw error
        }
        await Turns.shared.pass()
    }
}

extension Trait where Self == SoakTrait {
    package static var soak: Self { Self() }
}

/// Lets one proof run at a time, in the order in which they asked.
private actor Turns {
    static let shared = Turns()

    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func take() async {
        guard isTaken else { return isTaken = true }
        await withCheckedContinuation { waiting.append($0) }
    }

    /// Hands the turn to the proof that waited longest.
    func pass() {
        if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
    }
}
