import Glibc
package import Testing
import Threads

/// Marks a heavy proof, a suite that repeats itself as often as `TestEffort` says.
///
/// In full, heavy proofs run one after another: each uses every core and measures deadlines.
package struct SoakTrait: SuiteTrait, TestScoping {
    private static let turns = Turns(atOnce: 1)

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
    ) async throws {
        guard TestEffort.isFull else { return try await body() }
        try await Self.turns.take {
            print("soak: \(test.name), effort \(TestEffort.percent) %, seed \(TestEffort.seed)")
            fflush(nil)
            try await body()
        }
    }
}

extension Trait where Self == SoakTrait {
    package static var soak: Self { Self() }
}
