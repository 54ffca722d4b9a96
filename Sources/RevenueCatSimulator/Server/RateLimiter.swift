/// So many requests in each minute, and the rest told when to come again.
struct RateLimiter: Sendable {
    enum Verdict: Equatable {
        /// With the requests of this minute so far.
        case admitted(usage: Int)
        case refused(retryAfterSeconds: Int)
    }

    private var windowStart: ContinuousClock.Instant?
    private var usage = 0
    private var promised: (at: ContinuousClock.Instant, until: ContinuousClock.Instant)?

    private static let windowSeconds = 60

    /// Whether somebody was told to come later than this, and long enough ago to know it.
    func isTooEarly(at now: ContinuousClock.Instant, knownAfter flight: Duration) -> Bool {
        promised.map { now >= $0.at + flight && now < $0.until } ?? false
    }

    /// Remembers what a refusal said.
    mutating func promise(seconds: Int, at now: ContinuousClock.Instant) {
        promised = (now, now + .seconds(seconds))
    }

    /// - Parameters:
    ///   - limit: The requests of a minute; nil for no limit.
    ///   - now: When the request came.
    /// - Returns: Whether it is answered.
    mutating func admit(limit: Int?, at now: ContinuousClock.Instant) -> Verdict {
        let window = Duration.seconds(Self.windowSeconds)
        let start = windowStart.flatMap { now < $0 + window ? $0 : nil } ?? now
        if start != windowStart {
            windowStart = start
            usage = 0
        }
        usage += 1
        guard let limit, usage > limit else { return .admitted(usage: usage) }
        let left = now.duration(to: start + window)
        let seconds = max(
            1, Int(left.components.seconds) + (left.components.attoseconds > 0 ? 1 : 0))
        promise(seconds: seconds, at: now)
        return .refused(retryAfterSeconds: seconds)
    }
}
