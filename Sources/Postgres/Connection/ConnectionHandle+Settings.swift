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
        let deadline = limitSeconds.flatMap { $0 > 0 ? ContinuousClock.now + .seconds($0) : nil }
        var arguments = Arguments()
        try arguments.append(settings.map(\.name))
        try arguments.append(settings.map(\.value))
        let isSent = arguments.withCValues { count, values, lengths, formats in
            PQsendQueryParams(
                pointer, Statement.settings, count, nil, values, lengths, formats, 1) == 1
        }
        var isAlive = isSent
        while isAlive {
            while isAlive, PQisBusy(pointer) == 1 {
                guard hasInput(until: deadline) else {
                    throw .cannotConnect(reason: "the server does not answer")
                }
                isAlive = PQconsumeInput(pointer) == 1
            }
            guard isAlive, let result = PQgetResult(pointer) else { break }
            isAlive = ResultHandle(adopting: result).error == nil
        }
        guard isAlive else { throw .cannotConnect(reason: reasonOfFailure(pointer)) }
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
