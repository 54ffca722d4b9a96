/// When a worker last came round, for whoever asks whether it still does.
package actor Heartbeat {
    private let now: @Sendable () -> ContinuousClock.Instant
    private var lastBeat: ContinuousClock.Instant?

    /// The clock is one that only moves forwards, so that setting the machine's time kills nobody.
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
