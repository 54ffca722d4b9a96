import Postgres

/// How long ago the primary's log was where a replica is now.
///
/// Positions are compared, not moments of commits: on an idle primary the last commit may be hours
/// old, and a replica that has it does not lag.
struct LagMeter: Sendable {
    private struct Sample {
        let byte: UInt64
        /// A moment at which the log had come this far.
        let at: ContinuousClock.Instant
    }

    /// How far back lag is told from more lag.
    let span: Duration
    private(set) var newest: LogPosition?
    private var samples: ArraySlice<Sample> = []

    init(span: Duration) {
        self.span = span
    }

    mutating func add(_ position: LogPosition, at moment: ContinuousClock.Instant) {
        if newest?.timeline != position.timeline { samples = [] }
        guard samples.isEmpty || position.byte > samples[samples.endIndex - 1].byte else { return }
        newest = position
        samples.append(Sample(byte: position.byte, at: moment))
        // One sample that is older than the span says that the lag is longer.
        while samples.count > 2, samples[samples.startIndex + 1].at.duration(to: moment) > span {
            samples.removeFirst()
        }
    }

    /// Nil if the position is of another history than the primary's, or none is known.
    func lag(
        of position: LogPosition, at moment: ContinuousClock.Instant
    ) -> (duration: Duration, bytes: UInt64)? {
        guard let newest, newest.timeline == position.timeline else { return nil }
        guard let missing = samples.first(where: { $0.byte > position.byte }) else {
            return (.zero, 0)
        }
        return (missing.at.duration(to: moment), newest.byte - position.byte)
    }
}
