package import Logging
import Metrics
package import Postgres
import Synchronization

/// A standby that answers lookups, and what is known of it.
package final class Replica: Sendable {
    let client: PostgresClient
    let question: PositionQuestion
    private let log: PrimaryLog
    private let lagBytes: Gauge
    private let standing = Mutex<Standing?>(nil)

    private struct Standing {
        let seen: GetLogPosition.Row
        let position: LogPosition?
        /// Whether it follows the primary, as far as was seen when either was asked last.
        var follows: Bool
        let at: ContinuousClock.Instant
    }

    /// Each connection must show that the database follows the primary before it carries a call.
    ///
    /// `name` is for metrics.
    package init(
        name: String, configuration: PostgresClient.Configuration, following log: PrimaryLog,
        logger: Logger
    ) {
        var configuration = configuration
        configuration.proof = ConnectionProof(GetLogPosition()) { seen in
            log.strangeness(of: seen).flatMap { $0.isLasting ? "\($0)" : nil }
        }
        client = PostgresClient(configuration: configuration, logger: logger)
        question = PositionQuestion(of: client)
        self.log = log
        lagBytes = Gauge(label: "hearth_replica_lag_bytes", dimensions: [("replica", name)])
    }

    /// Longer than four looks take: a replica that hangs for a second gets no lookup.
    private static let freshness = Duration.seconds(1)

    /// Asks whose log it has, and how far it has come.
    func look() async {
        let asked = ContinuousClock.now
        guard let seen = try? await client.call(GetLogPosition(), in: nil).first else {
            return forget()
        }
        let new = Standing(
            seen: seen, position: seen.logPosition.flatMap { LogPosition($0) },
            follows: log.strangeness(of: seen) == nil, at: asked)
        standing.withLock { $0 = new }
    }

    /// Gives it no lookups until it has answered again.
    func forget() { standing.withLock { $0 = nil } }

    /// Concludes again from its last answer, after the primary was asked, and records its lag.
    func judge(at now: ContinuousClock.Instant) {
        guard let seen = standing.withLock(\.self)?.seen else { return }
        let follows = log.strangeness(of: seen) == nil
        let position = standing.withLock { standing -> LogPosition? in
            // It may have answered meanwhile.
            if standing?.seen == seen { standing?.follows = follows }
            return standing?.position
        }
        guard follows, let position, let lag = log.lag(of: position, at: now) else { return }
        lagBytes.record(Double(lag.bytes))
    }

    /// Returns its timeline if it may answer lookups: it answers, follows the primary, and lags no
    /// longer than it may.
    func usableTimeline(
        by meter: LagMeter, maximumLag: Duration, at now: ContinuousClock.Instant
    ) -> UInt32? {
        guard let standing = standing.withLock(\.self), standing.follows,
            standing.at.duration(to: now) < Self.freshness,
            let position = standing.position, let lag = meter.lag(of: position, at: now)
        else { return nil }
        return lag.duration <= maximumLag ? position.timeline : nil
    }

    /// Whether it had a position when it was last asked.
    func has(_ position: LogPosition) -> Bool {
        guard let own = standing.withLock(\.self)?.position else { return false }
        return own.timeline == position.timeline && own.byte >= position.byte
    }
}
