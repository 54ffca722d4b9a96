import FoundationEssentials

/// The repetitions and the seed of the heavy proofs of this run.
///
/// `HEARTH_TEST_EFFORT` is a percentage of each proof's full dose. `make test` runs a small share
/// from a fixed seed. `make test/soak` runs all of it from a random seed, which the proof prints;
/// `HEARTH_TEST_SEED` repeats a printed seed.
package enum TestEffort {
    package static let percent = number(named: "HEARTH_TEST_EFFORT") ?? usualPercent

    /// The seed of all proofs of the run.
    package static let seed: UInt64 =
        number(named: "HEARTH_TEST_SEED").map(UInt64.init)
        ?? (isFull ? .random(in: 0...999_999) : 20)

    /// True if all proofs run in full.
    package static let isFull = percent >= 100

    private static let usualPercent = 2

    /// This run's part of a full dose, but at least `minimum`.
    package static func share(of fullDose: Int, atLeast minimum: Int = 1) -> Int {
        max(minimum, fullDose * percent / 100)
    }

    /// Random numbers that are the same for the same seed and salt.
    package static func generator(salt: UInt64 = 0) -> SeededGenerator {
        SeededGenerator(seed: seed &* 1_000_003 &+ salt)
    }

    private static func number(named name: String) -> Int? {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) }.flatMap { $0 < 0 ? nil : $0 }
    }
}
