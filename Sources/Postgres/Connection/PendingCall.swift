import Synchronization

/// A call on its way: what to send, and who waits for it.
///
/// A connection sees no types, only this.
protocol PendingCall: AnyObject, Sendable {
    var statement: Statement { get }

    /// What the scope's statement is given; nil for a call without a scope.
    var scopeArguments: Arguments? { get }
    var arguments: Arguments { get }

    /// When whoever waits stops waiting for a connection.
    var deadline: ContinuousClock.Instant { get }

    /// Nobody waits any more: it need not be sent, and its answer is dropped.
    var isAbandoned: Bool { get }

    /// Takes the answer, on the connection's thread. It is not true until `confirm`.
    func receive(_ result: borrowing ResultHandle)

    /// Takes an error of the server, likewise. The first counts, and it counts against rows too: a
    /// constraint that waits for the commit fails after the function has answered.
    func refuse(_ error: PostgresError)

    /// The sync arrived: what was received is committed, and whoever waits is told.
    func confirm()

    /// There will be no answer.
    func fail(_ error: PostgresError)
}

/// A call of one type on its way.
final class TypedPendingCall<Call: FunctionCall>: PendingCall {
    typealias Answer = Result<[Call.Row], PostgresError>

    let statement: Statement
    let scopeArguments: Arguments?
    let arguments: Arguments
    let deadline: ContinuousClock.Instant
    private let state = Mutex(State())

    private struct State {
        /// What the connection decoded, not yet confirmed.
        var received: Answer?
        /// What there is to say, once there is.
        var answer: Answer?
        var continuation: CheckedContinuation<Answer, Never>?
    }

    init(
        _ call: Call, by statement: Statement, in scope: Scope?,
        until deadline: ContinuousClock.Instant
    ) throws(PostgresError) {
        var arguments = Arguments()
        try call.encode(into: &arguments)
        self.arguments = arguments
        self.statement = statement
        scopeArguments = try scope?.arguments()
        self.deadline = deadline
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
        guard result.columnTypes == statement.columnTypes else {
            return .failure(.decoding("The columns are not of the types that the call names."))
        }
        var rows: [Call.Row] = []
        rows.reserveCapacity(Int(result.rowCount))
        for row in 0..<result.rowCount {
            var cells = Cells(of: result.pointer, row: row)
            do {
                rows.append(try Call.decode(&cells))
            } catch {
                return .failure(error)
            }
        }
        return .success(rows)
    }
}

extension Scope {
    fileprivate func arguments() throws(PostgresError) -> Arguments {
        var arguments = Arguments()
        try arguments.append(setting)
        try arguments.append(value)
        return arguments
    }
}
