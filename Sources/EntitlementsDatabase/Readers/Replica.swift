import Metrics
package import Postgres
import Synchronization

/// A standby that answers lookups, and what is known of it.
package final class Replica: Sendable {
    package let client: PostgresClient
    private let lagBytes: Gauge
    private let standing = Mutex<Standing?>(nil)

    private struct Standing {
        let isStandby: Bool
        let position: LogPosition?
        let at: ContinuousClock.Instant
    }

    /// `name` is for metrics.
    package init(name: String, client: PostgresClient) {
        self.client = client
        lagBytes = Gauge(label: "hearth_replica_lag_bytes", dimensions: [("replica", name)])
    }

    /// Longer than four looks take: a replica that hangs for a second gets no lookup.
    private static let freshness = Duration.seconds(1)

    /// Asks how far it has come.
    func look() async {
        let asked = ContinuousClock.now
        guard let row = try? await client.call(GetLogPosition(), in: nil).first else {
            return forget()
        }
        standing.withLock {
            $0 = Standing(
                isStandby: row.isStandby, position: row.logPosition.flatMap { LogPosition($0) },
                at: asked)
        }
    }

    /// Gives it no lookups until it has answered again.
    func forget() { standing.withLock { $0 = nil } }

    /// Returns its timeline if it may answer lookups: it answers, is a standby, has the primary's
    /// history, and lags no longer than it may.
    func usableTimeline(
        by meter: LagMeter, maximumLag: Duration, at now: ContinuousClock.Instant
    ) -> UInt32? {
        guard let standing = standing.withLock(\.self), standing.isStandby,
            standing.at.duration(to: now) < Self.freshness,
            let position = standing.position, let lag = meter.lag(of: position, at: now)
        else { return nil }
        return lag.duration <= maximumLag ? position.timeline : nil
    }

    func record(by meter: LagMeter, at now: ContinuousClock.Instant) {
        guard let position = standing.withLock(\.self)?.position,
            let lag = meter.lag(of: position, at: now)
        else { return }
        lagBytes.record(Double(lag.bytes))
    }
}
