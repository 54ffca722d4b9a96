import CLibPQ
import Glibc

extension ConnectionHandle {
    /// Sets settings until the session ends; throws if the server refuses one, or is silent for
    /// longer than the limit.
    ///
    /// As with libpq, zero and nil mean no limit.
    func apply(
        _ settings: [(name: String, value: String)], limitSeconds: Int?
    ) throws(PostgresError) {
        guard !settings.isEmpty else { return }
        var arguments = Arguments()
        try arguments.append(settings.map(\.name))
        try arguments.append(settings.map(\.value))
        try ask(Statement.settings, arguments, limitSeconds: limitSeconds) { _ in nil }
    }

    /// Throws unless the server shows what it must, within the limit.
    func require(_ proof: ConnectionProof, limitSeconds: Int?) throws(PostgresError) {
        try ask(
            proof.statement.sql, proof.arguments, limitSeconds: limitSeconds, proof.refusal)
    }

    /// Makes a statement, and throws what its result is refused for.
    private func ask(
        _ sql: String, _ arguments: Arguments, limitSeconds: Int?,
        _ refusal: (borrowing ResultHandle) -> String?
    ) throws(PostgresError) {
        let deadline = limitSeconds.flatMap { $0 > 0 ? ContinuousClock.now + .seconds($0) : nil }
        var isAlive = arguments.withCValues { count, values, lengths, formats in
            PQsendQueryParams(pointer, sql, count, nil, values, lengths, formats, 1) == 1
        }
        var reason: String?
        while isAlive {
            while isAlive, PQisBusy(pointer) == 1 {
                guard hasInput(until: deadline) else {
                    throw .cannotConnect(reason: "the server does not answer")
                }
                isAlive = PQconsumeInput(pointer) == 1
            }
            guard isAlive, let result = PQgetResult(pointer) else { break }
            let handle = ResultHandle(adopting: result)
            isAlive = handle.error == nil
            if isAlive { reason = refusal(handle) }
        }
        guard isAlive else { throw .cannotConnect(reason: reasonOfFailure(pointer)) }
        if let reason { throw .cannotConnect(reason: reason) }
    }

    /// Waits for bytes of the server; false if none came in time.
    private func hasInput(until deadline: ContinuousClock.Instant?) -> Bool {
        var polled = pollfd(fd: PQsocket(pointer), events: Int16(POLLIN), revents: 0)
        let milliseconds = deadline.map {
            max(0, ContinuousClock.now.duration(to: $0) / .milliseconds(1)) + 1
        }
        return poll(&polled, 1, milliseconds.map(Int32.init) ?? -1) > 0
    }
}
