package import Entitlements
import FoundationEssentials

// The only file of the API that reads a clock; all other code takes the time as an argument.

/// Returns the machine's time; tests pass another function.
@Sendable package func systemTime() -> Timestamp {
    let milliseconds = Int64(Date.now.timeIntervalSince1970 * 1_000)
    guard let now = Timestamp(milliseconds: milliseconds) else {
        preconditionFailure("The machine's clock is outside the years 1 to 9999")
    }
    return now
}

/// Returns a clock that never goes back, for lifetimes.
@Sendable package func monotonicTime() -> ContinuousClock.Instant { .now }

/// Measures elapsed time.
struct Stopwatch {
    private let started = ContinuousClock.Instant.now

    var elapsed: Duration { started.duration(to: .now) }
}
