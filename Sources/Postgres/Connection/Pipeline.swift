import CLibPQ

/// What a connection has sent and not yet been answered, in order.
///
/// Lives on the connection's thread.
struct Pipeline {
    private var sent: [Sent] = []
    private var prepared: Set<String> = []
    /// Why a statement could not be prepared, for the calls that were sent before that was known.
    private var refusals: [String: PostgresError] = [:]
    private(set) var hasUnsentBytes = false
    private var lastAnsweredAt = ContinuousClock.now

    /// A call on the wire, and which of its answers comes next.
    private struct Sent {
        let call: any PendingCall
        let sentAt: ContinuousClock.Instant
        var steps: [Step] = []
        var step = 0
        /// The statement is no longer what the connection prepared.
        var spoilsConnection = false
    }

    private enum Step {
        case prepare(String)
        case scope
        case function
        case sync
    }

    var isEmpty: Bool { sent.isEmpty }

    /// Since when the oldest call has had the server to itself; nil when nothing is on the wire.
    ///
    /// Many slow calls one after the other are no silence.
    var silentSince: ContinuousClock.Instant? {
        sent.first.map { max($0.sentAt, lastAnsweredAt) }
    }

    mutating func enter(_ handle: borrowing ConnectionHandle) -> Bool {
        PQsetnonblocking(handle.pointer, 1) == 0 && PQenterPipelineMode(handle.pointer) == 1
    }

    /// Queues a call's messages behind what is on the wire; false when the connection is lost.
    mutating func send(
        _ call: any PendingCall, over handle: borrowing ConnectionHandle
    ) -> Bool {
        var steps: [Step] = []
        // Whatever happens below, the call is answered: by the server or by `abandon`.
        sent.append(Sent(call: call, sentAt: .now))
        // Both are prepared first: a scope that is refused must not undo what neighbours count on.
        guard call.scopeArguments == nil || prepare(.scope, over: handle, &steps),
            prepare(call.statement, over: handle, &steps)
        else { return false }
        if let arguments = call.scopeArguments {
            guard query(.scope, arguments, over: handle) else { return false }
            steps.append(.scope)
        }
        guard query(call.statement, call.arguments, over: handle),
            PQpipelineSync(handle.pointer) == 1
        else { return false }
        sent[sent.count - 1].steps = steps + [.function, .sync]
        return true
    }

    private mutating func prepare(
        _ statement: Statement, over handle: borrowing ConnectionHandle, _ steps: inout [Step]
    ) -> Bool {
        guard prepared.insert(statement.name).inserted else { return true }
        steps.append(.prepare(statement.name))
        return PQsendPrepare(handle.pointer, statement.name, statement.sql, 0, nil) == 1
    }

    private func query(
        _ statement: Statement, _ arguments: Arguments, over handle: borrowing ConnectionHandle
    ) -> Bool {
        arguments.withCValues { count, values, lengths, formats in
            PQsendQueryPrepared(
                handle.pointer, statement.name, count, values, lengths, formats, 1) == 1
        }
    }

    /// Writes what the socket takes; false when the connection is lost.
    mutating func flush(_ handle: borrowing ConnectionHandle) -> Bool {
        let outcome = PQflush(handle.pointer)
        hasUnsentBytes = outcome == 1
        return outcome >= 0
    }

    /// Takes the answers that have arrived; false when the connection is lost or spoilt.
    mutating func receive(
        from handle: borrowing ConnectionHandle, onFinish: (any PendingCall) -> Void
    ) -> Bool {
        guard PQconsumeInput(handle.pointer) == 1 else { return false }
        while !sent.isEmpty, PQisBusy(handle.pointer) == 0 {
            guard let result = PQgetResult(handle.pointer) else {
                sent[0].step += 1
                // A connection that answers nothing for ever is not to be asked for ever.
                guard sent[0].step < sent[0].steps.count + 1 else { return false }
                continue
            }
            guard take(ResultHandle(adopting: result), onFinish: onFinish) else { return false }
        }
        return PQstatus(handle.pointer) == CONNECTION_OK
    }

    /// Takes one answer of the oldest call; false when the connection must be replaced.
    private mutating func take(
        _ result: consuming ResultHandle, onFinish: (any PendingCall) -> Void
    ) -> Bool {
        if result.status == PGRES_PIPELINE_SYNC {
            let finished = sent.removeFirst()
            lastAnsweredAt = .now
            finished.call.confirm()
            onFinish(finished.call)
            return !finished.spoilsConnection
        }
        guard sent[0].step < sent[0].steps.count else { return false }
        let (call, step) = (sent[0].call, sent[0].steps[sent[0].step])
        if let error = result.error {
            if error.isServerLeaving { return false }
            if result.isOfStalePlan { sent[0].spoilsConnection = true }
            switch step {
            case .prepare(let name):
                prepared.remove(name)
                refusals[name] = error
                call.refuse(error)
            case .function where error.isUnprepared:
                call.refuse(refusals[call.statement.name] ?? error)
            case .scope, .function, .sync:
                call.refuse(error)
            }
        } else if case .prepare(let name) = step {
            if result.status == PGRES_PIPELINE_ABORTED {
                prepared.remove(name)
            } else {
                refusals[name] = nil
            }
        } else if case .function = step, result.status != PGRES_PIPELINE_ABORTED {
            call.receive(result)
        }
        return true
    }

    /// Gives up what is on the wire, and answers it.
    mutating func abandon() -> [any PendingCall] {
        defer { sent = [] }
        return sent.map(\.call)
    }
}
