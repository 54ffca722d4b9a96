import CLibPQ

/// The calls that a connection has sent, in order, until they are answered.
///
/// Lives on the connection's thread.
struct Pipeline {
    private var sent: [CallSet] = []
    private var prepared: Set<String> = []
    /// Why preparing a statement failed, for calls that were sent before that was known.
    private var refusals: [String: PostgresError] = [:]
    private var toResend: [any PendingCall] = []
    /// Whether the server tells the position of a commit.
    private var tellsPositions = true
    private(set) var hasUnsentBytes = false
    private var lastAnsweredAt = ContinuousClock.now

    var isEmpty: Bool { sent.isEmpty }

    /// Since when the server has worked on the oldest call; nil if nothing is on the wire.
    ///
    /// Answers of earlier calls reset it: many slow calls in a row are no silence.
    var silentSince: ContinuousClock.Instant? {
        sent.first.map { max($0.sentAt, lastAnsweredAt) }
    }

    mutating func enter(_ handle: borrowing ConnectionHandle) -> Bool {
        PQsetnonblocking(handle.pointer, 1) == 0 && PQenterPipelineMode(handle.pointer) == 1
    }

    /// Whether a call may share a transaction: it has a scope of its own, its statements are
    /// prepared, and it is not rolled back.
    func canShare(_ call: any PendingCall) -> Bool {
        guard !call.rollsBack, let scope = call.scope else { return false }
        return prepared.contains(scope.statement.name) && prepared.contains(call.statement.name)
    }

    /// Queues the messages of calls that share a transaction; false if the connection is lost.
    mutating func send(
        _ calls: [any PendingCall], over handle: borrowing ConnectionHandle
    ) -> Bool {
        // From here on the calls are answered, by the server or by `abandon`.
        sent.append(CallSet(calls: calls, sentAt: .now))
        let rollsBack = calls.contains { $0.rollsBack }
        var steps: [CallSet.Step] = []
        guard !rollsBack || command("begin", over: handle, &steps) else { return false }
        for (index, call) in calls.enumerated() {
            guard queue(call, at: index, over: handle, &steps) else { return false }
        }
        let writes = calls.contains { $0.statement.access == .write }
        if writes, !rollsBack, tellsPositions {
            guard askForPosition(over: handle, &steps) else { return false }
        }
        return sync(steps, over: handle) && (!rollsBack || rollBack(over: handle))
    }

    /// Ends the transaction, and asks for the position that it then has, in the same round trip.
    private mutating func askForPosition(
        over handle: borrowing ConnectionHandle, _ steps: inout [CallSet.Step]
    ) -> Bool {
        steps.append(.commit)
        guard PQpipelineSync(handle.pointer) == 1 else { return false }
        // If preparing fails, the server does not tell; no call is answered by that.
        if prepared.insert(Statement.position.name).inserted {
            steps.append(.position)
            guard
                PQsendPrepare(
                    handle.pointer, Statement.position.name, Statement.position.sql, 0, nil) == 1
            else { return false }
        }
        steps.append(.position)
        return query(.position, Arguments(), over: handle)
    }

    /// Ends the transaction of the call that was queued last.
    ///
    /// The rollback has a sync of its own: the server skips what follows a failed call up to the
    /// next sync.
    private mutating func rollBack(over handle: borrowing ConnectionHandle) -> Bool {
        sent.append(CallSet(calls: [], sentAt: .now))
        var steps: [CallSet.Step] = []
        return command("rollback", over: handle, &steps) && sync(steps, over: handle)
    }

    private func command(
        _ sql: String, over handle: borrowing ConnectionHandle, _ steps: inout [CallSet.Step]
    ) -> Bool {
        steps.append(.command)
        return PQsendQueryParams(handle.pointer, sql, 0, nil, nil, nil, nil, 1) == 1
    }

    private mutating func sync(
        _ steps: [CallSet.Step], over handle: borrowing ConnectionHandle
    ) -> Bool {
        sent[sent.count - 1].steps = steps + [.sync]
        return PQpipelineSync(handle.pointer) == 1
    }

    private mutating func queue(
        _ call: any PendingCall, at index: Int, over handle: borrowing ConnectionHandle,
        _ steps: inout [CallSet.Step]
    ) -> Bool {
        // Prepare both first: a failing scope must not undo a preparation that later calls rely on.
        if let scope = call.scope {
            guard prepare(scope.statement, for: index, over: handle, &steps) else { return false }
        }
        guard prepare(call.statement, for: index, over: handle, &steps) else { return false }
        if let scope = call.scope {
            guard query(scope.statement, scope.arguments, over: handle) else { return false }
            steps.append(.scope(of: index))
        }
        steps.append(.function(of: index))
        return query(call.statement, call.arguments, over: handle)
    }

    private mutating func prepare(
        _ statement: Statement, for index: Int, over handle: borrowing ConnectionHandle,
        _ steps: inout [CallSet.Step]
    ) -> Bool {
        guard prepared.insert(statement.name).inserted else { return true }
        steps.append(.prepare(statement.name, for: index))
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

    /// Writes what the socket accepts; false if the connection is lost.
    mutating func flush(_ handle: borrowing ConnectionHandle) -> Bool {
        let outcome = PQflush(handle.pointer)
        hasUnsentBytes = outcome == 1
        return outcome >= 0
    }

    /// Reads the answers that have arrived; false if the connection is lost or must be replaced.
    mutating func receive(
        from handle: borrowing ConnectionHandle, onFinish: (any PendingCall) -> Void
    ) -> Bool {
        guard PQconsumeInput(handle.pointer) == 1 else { return false }
        while !sent.isEmpty, PQisBusy(handle.pointer) == 0 {
            guard let result = PQgetResult(handle.pointer) else {
                // More empty results than steps: without this check the loop would never end.
                guard sent[0].nextStep() else { return false }
                continue
            }
            guard take(ResultHandle(adopting: result), onFinish: onFinish) else { return false }
        }
        return PQstatus(handle.pointer) == CONNECTION_OK
    }

    /// Reads one answer of the oldest calls; false if the connection must be replaced.
    private mutating func take(
        _ result: consuming ResultHandle, onFinish: (any PendingCall) -> Void
    ) -> Bool {
        lastAnsweredAt = .now
        if result.status == PGRES_PIPELINE_SYNC {
            if sent[0].passCommit() { return true }
            let finished = sent.removeFirst()
            for call in finished.answeredCalls {
                call.confirm()
                onFinish(call)
            }
            toResend += finished.unansweredCalls
            return !finished.spoilsConnection
        }
        guard let step = sent[0].currentStep else { return false }
        if let error = result.error {
            if error.isServerLeaving { return false }
            if result.isOfStalePlan { sent[0].spoilsConnection = true }
            refuse(step, with: error)
        } else if case .prepare(let name, _) = step {
            if result.status == PGRES_PIPELINE_ABORTED {
                prepared.remove(name)
            } else {
                refusals[name] = nil
            }
        } else if result.status != PGRES_PIPELINE_ABORTED {
            receive(result, of: step)
        }
        return true
    }

    private mutating func receive(_ result: borrowing ResultHandle, of step: CallSet.Step) {
        switch step {
        case .function(let index):
            sent[0].answer(index) { $0.receive(result) }
        case .scope(let index):
            let call = sent[0].calls[index]
            if call.scope?.statement.isCondition == true, !result.isNull {
                sent[0].answer(index) { $0.refuse(.positionNotReached) }
            }
        case .position:
            guard let position = result.position else { return }
            sent[0].calls.forEach { $0.note(position) }
        case .prepare, .command, .commit, .sync: break
        }
    }

    private mutating func refuse(_ step: CallSet.Step, with error: PostgresError) {
        switch step {
        case .prepare(let name, let index):
            prepared.remove(name)
            refusals[name] = error
            sent[0].answer(index) { $0.refuse(error) }
        case .function(let index) where error.isUnprepared:
            sent[0].answer(index) { $0.refuse(refusals[$0.statement.name] ?? error) }
        case .scope(let index), .function(let index):
            sent[0].answer(index) { $0.refuse(error) }
        case .position:
            // The call was committed all the same.
            if error.isRefusalOfFunction { tellsPositions = false }
        case .command, .commit, .sync:
            // Without its rollback, a connection would keep the transaction open.
            if case .command = step { sent[0].spoilsConnection = true }
            // An error at the commit fails all calls.
            for index in sent[0].calls.indices { sent[0].answer(index) { $0.refuse(error) } }
        }
    }

    /// Removes and returns the calls that the server skipped after another call of their
    /// transaction failed.
    ///
    /// They had no effect and are sent again, each alone.
    mutating func takeCallsToResend() -> [any PendingCall] {
        defer { toResend = [] }
        return toResend
    }

    /// Removes and returns the calls on the wire.
    mutating func abandon() -> [any PendingCall] {
        defer { sent = [] }
        for set in sent where set.isCommitted { set.answeredCalls.forEach { $0.confirm() } }
        return sent.flatMap(\.calls)
    }
}
