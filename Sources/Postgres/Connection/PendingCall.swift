import Synchronization

/// A submitted call: what to send, and the task that waits for it.
///
/// Hides the call's type from the connection.
protocol PendingCall: AnyObject, Sendable {
    var statement: Statement { get }

    /// What comes before the call, in its transaction; nil for a call without a scope.
    var scope: (statement: Statement, arguments: Arguments)? { get }
    var arguments: Arguments { get }

    /// What the call's scope names, such as a tenant; nil for a call without a scope.
    ///
    /// No owner has more than half of a pool.
    var owner: String? { get }

    /// Whether the transaction is rolled back after the answer.
    var rollsBack: Bool { get }

    /// Since when the caller waits.
    var startedAt: ContinuousClock.Instant { get }

    /// When the caller stops waiting for a connection.
    var deadline: ContinuousClock.Instant { get }

    /// The same while the server cannot be reached: what the caller waited for before counts, too.
    var outageDeadline: ContinuousClock.Instant { get }

    /// The caller no longer waits: the call need not be sent, and its answer is dropped.
    var isAbandoned: Bool { get }

    /// Stores the answer, on the connection's thread; it counts only after `confirm`.
    func receive(_ result: borrowing ResultHandle)

    /// Stores a server's error, on the connection's thread.
    ///
    /// The first error counts, even after rows: a deferred constraint fails at the commit, after
    /// the function has answered.
    func refuse(_ error: PostgresError)

    /// Stores the position of the call's commit.
    func note(_ position: LogPosition)

    /// The sync arrived: the answer is committed and passed to the caller.
    func confirm()

    /// Fails the call: there will be no answer.
    func fail(_ error: PostgresError)
}

/// A submitted call of one type.
final class TypedPendingCall<Call: FunctionCall>: PendingCall {
    typealias Answer = Result<[Call.Row], PostgresError>

    let statement: Statement
    let scope: (statement: Statement, arguments: Arguments)?
    let arguments: Arguments
    let owner: String?
    let rollsBack: Bool
    let startedAt = ContinuousClock.now
    let deadline: ContinuousClock.Instant
    let outageDeadline: ContinuousClock.Instant
    private let state = Mutex(State())

    private struct State {
        /// The decoded answer, until it is confirmed.
        var received: Answer?
        /// The final answer, once known.
        var answer: Answer?
        var position: LogPosition?
        var continuation: CheckedContinuation<Answer, Never>?
    }

    init(
        _ call: Call, by statement: Statement, in scope: Scope?,
        until deadline: ContinuousClock.Instant,
        duringOutageUntil outageDeadline: ContinuousClock.Instant? = nil
    ) throws(PostgresError) {
        var arguments = Arguments()
        try call.encode(into: &arguments)
        self.arguments = arguments
        rollsBack = call.rollsBack
        self.statement = statement
        self.scope = try scope?.encoded()
        owner = scope?.value
        self.deadline = deadline
        self.outageDeadline = outageDeadline ?? deadline
    }

    /// Waits for the answer; called once.
    func answer() async -> Answer {
        await withCheckedContinuation { continuation in
            let early = state.withLock { state in
                if state.answer == nil { state.continuation = continuation }
                return state.answer
            }
            if let early { continuation.resume(returning: early) }
        }
    }

    var isAbandoned: Bool {
        state.withLock { $0.answer != nil }
    }

    /// The position of the commit; nil if nothing was written, or if the server does not tell.
    var position: LogPosition? { state.withLock(\.position) }

    func note(_ position: LogPosition) {
        state.withLock { $0.position = position }
    }

    func receive(_ result: borrowing ResultHandle) {
        take(Self.decode(result, of: statement))
    }

    func refuse(_ error: PostgresError) {
        take(.failure(error))
    }

    private func take(_ answer: Answer) {
        state.withLock { state in
            if case .failure = state.received { return }
            state.received = answer
        }
    }

    func confirm() {
        settle { $0 ?? .failure(.decoding("The server answered nothing.")) }
    }

    func fail(_ error: PostgresError) {
        settle { _ in .failure(error) }
    }

    private func settle(_ choose: (Answer?) -> Answer) {
        let waiting: (CheckedContinuation<Answer, Never>, Answer)? = state.withLock { state in
            guard state.answer == nil else { return nil }
            let answer = choose(state.received)
            state.answer = answer
            return state.continuation.map { ($0, answer) }
        }
        if let (continuation, answer) = waiting { continuation.resume(returning: answer) }
    }

    private static func decode(
        _ result: borrowing ResultHandle, of statement: Statement
    ) -> Answer {
        do throws(PostgresError) {
            return .success(try result.rows(of: Call.self, by: statement))
        } catch {
            return .failure(error)
        }
    }
}

extension Scope {
    fileprivate func encoded() throws(PostgresError)
        -> (statement: Statement, arguments: Arguments)
    {
        var encoded = Arguments()
        if let setting { try encoded.append(setting) }
        try encoded.append(value)
        if let position {
            try encoded.append(position.text)
            try encoded.append(isExact)
        }
        return (statement, encoded)
    }
}
