import Synchronization
import Threads

/// Finds out whether the server still answers, over a connection of its own.
///
/// A call without an answer may be slow. A server that owes the answer to a ping, too, hangs: it is
/// stopped, or the network passes nothing on. Pings are sent only while calls are slow. The pulse
/// has no thread: the client's `tick` opens the connection and sends pings.
final class Pulse: Sendable {
    enum Standing: Sendable {
        case answers
        /// A ping is due for longer than a busy server takes.
        case isLate
        case hangs
    }

    struct Limits: Sendable {
        /// How long calls may be without an answer before a ping.
        var silenceBeforePing = Duration.milliseconds(500)
        var lateness = Duration.milliseconds(250)
        /// From the ping, or from the attempt to open the connection for it.
        var ping: Duration
    }

    private let limits: Limits
    private let target: ConnectionTarget
    private let outages: OutageLog
    private let threads: ThreadGroup
    private let state = Mutex(State())

    private struct State {
        var connection: Connection?
        var isOpen = false
        var opensAt = ContinuousClock.now
        var openingSince = ContinuousClock.now
        /// Since when the server owes an answer.
        var askedAt: ContinuousClock.Instant?
        var answeredAt = ContinuousClock.now
        var hangs = false
        var isStopped = false
    }

    private static let pauseBeforeOpening = Duration.milliseconds(250)

    init(
        limits: Limits, target: ConnectionTarget, outages: OutageLog, threads: ThreadGroup
    ) {
        self.limits = limits
        self.target = target
        self.outages = outages
        self.threads = threads
    }

    /// Opens the connection and sends a ping if they are due, and returns how the server stands.
    ///
    /// `silentSince` is the moment since which a call of any pool has been without an answer.
    func tick(
        at now: ContinuousClock.Instant, silentSince: ContinuousClock.Instant?
    ) -> Standing {
        let (mustOpen, pinged, standing, isNew) = state.withLock { state in
            let mustOpen = !state.isStopped && state.connection == nil && state.opensAt <= now
            let isSilent =
                silentSince.map {
                    max($0, state.answeredAt).duration(to: now) >= limits.silenceBeforePing
                } ?? false
            var pinged: Connection?
            if state.askedAt == nil, state.hangs || isSilent {
                state.askedAt = now
                if state.isOpen { pinged = state.connection }
            }
            let owedFor = state.askedAt?.duration(to: now) ?? .zero
            let isNew = owedFor >= limits.ping && !state.hangs
            if isNew { state.hangs = true }
            let standing: Standing =
                state.hangs ? .hangs : owedFor >= limits.lateness ? .isLate : .answers
            return (mustOpen, pinged, standing, isNew)
        }
        if isNew { outages.failed(.cannotConnect(reason: "the server hangs")) }
        if mustOpen { open(at: now) }
        if let pinged { ping(over: pinged) }
        return standing
    }

    func close() {
        let connection = state.withLock { state in
            state.isStopped = true
            return state.connection
        }
        connection?.giveUp()
    }

    private func open(at now: ContinuousClock.Instant) {
        // A connection that is silent for longer is lost, and another may reach the server.
        let silenceLimit = limits.ping * 2
        guard
            let connection = try? Connection(
                silenceLimit: silenceLimit, callsPerTransaction: 1, threads: threads)
        else { return }
        state.withLock { state in
            state.connection = connection
            state.openingSince = now
        }
        connection.start(
            to: target,
            onOpen: { [self] in opened(connection) },
            onFinish: { _ in },
            onEnd: { [self] in ended($0) })
    }

    private func opened(_ connection: Connection) {
        let mustPing = state.withLock { state in
            state.isOpen = true
            return state.askedAt != nil
        }
        if mustPing { ping(over: connection) }
    }

    /// A connection that has ended takes no ping, and `ended` notes it.
    private func ping(over connection: Connection) {
        _ = connection.submit(Ping { [self] in answered() })
    }

    private func answered() {
        state.withLock { state in
            state.askedAt = nil
            state.answeredAt = .now
            state.hangs = false
        }
    }

    private func ended(_ end: Connection.End) {
        state.withLock { state in
            state.connection = nil
            state.isOpen = false
            state.askedAt = nil
            guard end.failureOfOpening != nil else { return }
            // A server that refuses a connection at once does not hang.
            if state.openingSince.duration(to: .now) < limits.ping { state.hangs = false }
            state.opensAt = .now + Self.pauseBeforeOpening
        }
    }
}

/// A call that changes nothing, and that a server answers at once.
private final class Ping: PendingCall {
    let owner: String? = nil
    let statement = Statement.setting
    let scope: (statement: Statement, arguments: Arguments)? = nil
    let arguments: Arguments
    let rollsBack = false
    let startedAt = ContinuousClock.now
    var deadline: ContinuousClock.Instant { startedAt }
    var outageDeadline: ContinuousClock.Instant { startedAt }
    let isAbandoned = false
    private let onAnswer: @Sendable () -> Void

    init(onAnswer: @escaping @Sendable () -> Void) {
        self.onAnswer = onAnswer
        var arguments = Arguments()
        for text in ["hearth.ping", ""] { try? arguments.append(text) }
        self.arguments = arguments
    }

    func receive(_ result: borrowing ResultHandle) {}

    func refuse(_ error: PostgresError) {}

    func note(_ position: LogPosition) {}

    func confirm() { onAnswer() }

    /// The end of the connection says more.
    func fail(_ error: PostgresError) {}
}
