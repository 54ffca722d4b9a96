package import Entitlements
package import RevenueCat
import Synchronization

/// A clock that a wait advances at once.
package final class TestClock: Sendable {
    private let state = Mutex(State())

    private struct State {
        var elapsed = Duration.zero
        var pauses: [Duration] = []
    }

    package static let start: Timestamp = "2026-12-01T10:00:00Z"
    private let startInstant = ContinuousClock.now
    private let chance: Double

    /// - Parameter chance: The result of every random choice.
    package init(chance: Double = 0.5) {
        self.chance = chance
    }

    package var pauses: [Duration] { state.withLock { $0.pauses } }

    package var instant: ContinuousClock.Instant { startInstant + state.withLock { $0.elapsed } }

    package func advance(by duration: Duration) {
        state.withLock { $0.elapsed += duration }
    }

    package var clock: RevenueCatClock {
        var clock = RevenueCatClock { [self] in
            let (seconds, attoseconds) = state.withLock { $0.elapsed.components }
            let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
            let now = Self.start.microsecondsSinceEpoch + microseconds
            return Timestamp(microsecondsSinceEpoch: now) ?? Self.start
        }
        clock.instant = { [self] in instant }
        clock.chance = { [chance] in chance }
        clock.wait = { [self] duration in
            try Task.checkCancellation()
            state.withLock { state in
                state.elapsed += duration
                state.pauses.append(duration)
            }
        }
        return clock
    }
}
