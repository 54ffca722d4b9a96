import Glibc
package import Testing

/// Marks a heavy proof, a suite that repeats itself as often as `TestEffort` says.
///
/// In full, heavy proofs run one after another: each uses every core and measures deadlines.
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

/// Runs one proof at a time, in order of arrival.
private actor Turns {
    static let shared = Turns()

    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func take() async {
        guard isTaken else { return isTaken = true }
        await withCheckedContinuation { waiting.append($0) }
    }

    /// Passes the turn to the longest waiting proof.
    func pass() {
        if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
    }
}
