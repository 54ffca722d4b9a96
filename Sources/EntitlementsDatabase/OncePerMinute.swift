import Synchronization

/// Admits one log line a minute, and counts the others.
final class OncePerMinute: Sendable {
    private static let interval = Duration.seconds(60)

    private let now: @Sendable () -> ContinuousClock.Instant
    private let state = Mutex(State())

    private struct State {
        var admittedAt: ContinuousClock.Instant?
        var others = 0
    }

    init(now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }) {
        self.now = now
    }

    /// Returns the number of lines held back since the last admitted one; nil if this one is held
    /// back too.
    func othersIfDue() -> Int? {
        let moment = now()
        return state.withLock { state in
            if let last = state.admittedAt, last.duration(to: moment) < Self.interval {
                state.others += 1
                return nil
            }
            defer { state = State(admittedAt: moment) }
            return state.others
        }
    }
}
