/// Limits the requests of each minute, and tells refused callers when to retry.
struct RateLimiter: Sendable {
    enum Verdict: Equatable {
        /// With the number of this minute's requests so far.
        case admitted(usage: Int)
        case refused(retryAfterSeconds: Int)
    }

    private var windowStart: ContinuousClock.Instant?
    private var usage = 0
    private var promised: (at: ContinuousClock.Instant, until: ContinuousClock.Instant)?

    private static let windowSeconds = 60

    /// Whether the request comes before the time that a refusal named, though the refusal is at
    /// least `flight` old.
    func isTooEarly(at now: ContinuousClock.Instant, knownAfter flight: Duration) -> Bool {
        promised.map { now >= $0.at + flight && now < $0.until } ?? false
    }

    /// Records the retry time of a refusal.
    mutating func promise(seconds: Int, at now: ContinuousClock.Instant) {
        promised = (now, now + .seconds(seconds))
    }

    /// - Parameters:
    ///   - limit: The requests per minute; nil for no limit.
    ///   - now: When the request arrived.
    /// - Returns: Whether the request is admitted.
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
