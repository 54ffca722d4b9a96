import Logging
import Synchronization

/// Logs when the database cannot be reached and when it is back, without repeating itself.
///
/// All connections of a client share one, so an outage gives one line at its start, one a minute,
/// and one at its end; a full disk gives one a minute.
final class OutageLog: Sendable {
    static let interval = Duration.seconds(60)

    private let logger: Logger
    /// How many connections the client opens, for a limit that leaves fewer.
    private let connections: Int
    private let now: @Sendable () -> ContinuousClock.Instant
    private let state = Mutex(State())

    private struct State {
        /// Since when no connection could be opened; nil after one was.
        var failingSince: ContinuousClock.Instant?
        var failures = 0
        /// Whether this outage is in the log.
        var isLogged = false
        /// The last line about an outage's start or course.
        var loggedAt: ContinuousClock.Instant?

        /// The last line about a replaced connection, and how many were replaced since.
        var replacedLoggedAt: ContinuousClock.Instant?
        var replaced = 0

        /// The last line about a call that the server could not carry out.
        var refusedLoggedAt: ContinuousClock.Instant?
    }

    init(
        logger: Logger, connections: Int,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.logger = logger
        self.connections = connections
        self.now = now
    }

    /// Notes that a connection could not be opened.
    func failed(_ error: PostgresError) {
        let moment = now()
        let line = state.withLock { state -> (seconds: Int, failures: Int, isFirst: Bool)? in
            let since = state.failingSince ?? moment
            state.failingSince = since
            state.failures += 1
            guard state.loggedAt.isDue(at: moment, after: Self.interval) else { return nil }
            defer {
                state.loggedAt = moment
                state.isLogged = true
            }
            return (Self.seconds(from: since, to: moment), state.failures, !state.isLogged)
        }
        guard let line else { return }
        var metadata: Logger.Metadata = [
            "reason": "\(error)", "opens": .stringConvertible(connections),
        ]
        guard line.isFirst else {
            metadata["after_seconds"] = .stringConvertible(line.seconds)
            metadata["attempts"] = .stringConvertible(line.failures)
            return logger.error("The database still cannot be reached", metadata: metadata)
        }
        logger.error("The database cannot be reached", metadata: metadata)
    }

    /// Notes that a connection was opened; `isReplacement` if one was lost before.
    func opened(isReplacement: Bool) {
        let moment = now()
        let (outage, replaced) = state.withLock { state -> (Int?, Int?) in
            let outage =
                state.isLogged
                ? state.failingSince.map { Self.seconds(from: $0, to: moment) } : nil
            let hadFailed = state.failingSince != nil
            state.failingSince = nil
            state.failures = 0
            state.isLogged = false
            // The outage's other connections follow the first.
            if hadFailed { state.replacedLoggedAt = moment }
            guard isReplacement, !hadFailed else { return (outage, nil) }
            state.replaced += 1
            guard state.replacedLoggedAt.isDue(at: moment, after: Self.interval) else {
                return (outage, nil)
            }
            state.replacedLoggedAt = moment
            defer { state.replaced = 0 }
            return (outage, state.replaced)
        }
        if let outage {
            logger.notice(
                "The database is back", metadata: ["after_seconds": .stringConvertible(outage)])
        }
        if let replaced {
            logger.warning(
                "A lost database connection was replaced",
                metadata: ["replaced_since_last_line": .stringConvertible(replaced)])
        }
    }

    /// Notes that the server answers, and cannot carry out a call: its disk is full, or it takes no
    /// writes.
    func refused(_ error: PostgresError) {
        let moment = now()
        let isDue = state.withLock { state in
            let isDue = state.refusedLoggedAt.isDue(at: moment, after: Self.interval)
            if isDue { state.refusedLoggedAt = moment }
            return isDue
        }
        guard isDue else { return }
        logger.error("The database refuses calls", metadata: ["reason": "\(error)"])
    }

    private static func seconds(
        from begin: ContinuousClock.Instant, to end: ContinuousClock.Instant
    ) -> Int {
        Int(begin.duration(to: end).components.seconds)
    }
}

extension ContinuousClock.Instant? {
    fileprivate func isDue(at moment: ContinuousClock.Instant, after interval: Duration) -> Bool {
        map { $0.duration(to: moment) >= interval } ?? true
    }
}
