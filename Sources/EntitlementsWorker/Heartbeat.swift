/// Records when a worker last started a round, for the health check.
package actor Heartbeat {
    private let now: @Sendable () -> ContinuousClock.Instant
    private var lastBeat: ContinuousClock.Instant?

    /// `now` must be monotonic, so that setting the machine's time does not look like a hang.
    package init(now: @escaping @Sendable () -> ContinuousClock.Instant) {
        self.now = now
    }

    package func beat() {
        lastBeat = now()
    }

    /// Nil before the first beat.
    package var secondsSinceLastBeat: Double? {
        lastBeat.map { $0.duration(to: now()) / .seconds(1) }
    }
}
