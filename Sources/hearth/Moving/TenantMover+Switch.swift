import Migrations
import Postgres

/// The pauses: what happens while the tenant's writes are refused.
extension TenantMover {
    /// In each database, the transaction after those whose rows were compared.
    private struct Compared: Sendable {
        let source: String
        let target: String
    }

    /// Compares both databases, and switches from the old one to the new one.
    ///
    /// A first pause, of a moment, lets both databases be read as they are at one time: all their
    /// rows are compared while writes go on. So the second pause compares only what has changed.
    ///
    /// If the lease was lost, a write may have come in: all is compared again.
    func hold() async throws {
        for attempt in 1...Limits.fenceAttempts {
            do {
                return try await compareAndSwitch()
            } catch is LostFence where attempt < Limits.fenceAttempts {
                report("lost: writes were taken again meanwhile, so all is compared again")
                try await sourceReader.run(.releaseSnapshot)
                try await targetReader.run(.releaseSnapshot)
            } catch is LostFence {
                throw OperatorMessage(
                    "\(slug) was not moved",
                    why: "\(Limits.fenceAttempts) times the command did not prolong its lease of "
                        + "\(Limits.fenceLeaseSeconds) s in time",
                    advice: "Run it on a machine that is less busy, near to the old database.",
                    exitStatus: .temporaryFailure)
            }
        }
    }

    private func compareAndSwitch() async throws {
        let compared = try await compareAhead()
        try await waitForOpenTransactions(of: source, seconds: Limits.transactionSeconds)
        let begin = ContinuousClock.now
        try await whileFenced(then: .moved) {
            try await settle()
            report("held up: writes are answered 503 tenant_moving")
            let rows = try await compare(since: compared)
            report("compared again: \(rows) rows, 0 differ")
            try await advanceSequences()
        }
        let milliseconds = Int((ContinuousClock.now - begin) / .milliseconds(1))
        report("switched: after \(milliseconds) ms; requests here are answered 503 tenant_moved")
    }

    /// Compares all rows as they were at one moment, while writes go on.
    private func compareAhead() async throws -> Compared {
        // A dump that runs for minutes must not hold up writes.
        try await waitForOpenTransactions(of: source, seconds: Limits.transactionSeconds)
        let begin = ContinuousClock.now
        let compared = try await whileFenced(then: .copying) {
            try await settle()
            return Compared(
                source: try await sourceReader.run(.holdSnapshot)[0][0] ?? "",
                target: try await targetReader.run(.holdSnapshot)[0][0] ?? "")
        }
        let milliseconds = Int((ContinuousClock.now - begin) / .milliseconds(1))
        report("caught up: writes were refused for \(milliseconds) ms")
        let rows = try await compare(since: nil)
        try await sourceReader.run(.releaseSnapshot)
        try await targetReader.run(.releaseSnapshot)
        report("compared: \(rows) rows, 0 differ")
        return compared
    }

    /// Does something while the tenant's writes are refused, and sets the next state.
    ///
    /// The state is set only if no write was taken meanwhile; otherwise throws `LostFence`. If the
    /// body fails, the old database takes writes again.
    private func whileFenced<Result: Sendable>(
        then next: State, _ body: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        guard try await set(.fenced, from: .copying) else {
            throw refusal("its move was broken off", "Begin it again.")
        }
        let result: Result
        do {
            result = try await whileProlonging(body)
        } catch {
            if (try? await set(.copying, from: .fenced)) == nil {
                report("refused: writes of \(slug), for \(Limits.fenceLeaseSeconds) s at most")
            }
            throw error
        }
        guard try await set(next, from: .fenced) else { throw LostFence() }
        return result
    }

    /// Does something while the lease is prolonged; throws `LostFence` once that is impossible.
    private func whileProlonging<Result: Sendable>(
        _ body: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        try await withThrowingTaskGroup(of: Result?.self) { group in
            defer { group.cancelAll() }
            group.addTask { try await body() }
            group.addTask {
                let pause = Duration.seconds(Limits.fenceProlongingSeconds)
                while (try? await Task.sleep(for: pause)) != nil {
                    guard try await !source.run(.prolongFence, values).isEmpty else {
                        throw LostFence()
                    }
                }
                return nil
            }
            while let result = try await group.next() {
                if let result { return result }
            }
            throw CancellationError()
        }
    }

    /// Waits until no write of the tenant is left, and the new database has stored all of them.
    private func settle() async throws {
        try await waitForOpenTransactions(of: source, seconds: Limits.transactionSeconds)
        try await source.run(.noteFencedPosition, values)
        try await waitUntil("the new database has caught up", seconds: Limits.pauseSeconds) {
            try await source.run(.hasCaughtUp, values).first?.first == "t"
        }
    }

    /// Throws unless the new database has every row of the old one, and no other; returns how many
    /// there are.
    private func compare(since compared: Compared?) async throws -> Int {
        var rows = 0
        var different: [String] = []
        for table in try await source.run(.listTables).compactMap({ $0.first ?? nil }) {
            async let here = sourceReader.run(
                .digest, ["table": table, "since": compared?.source ?? ""])
            async let there = targetReader.run(
                .digest, ["table": table, "since": compared?.target ?? ""])
            let digests = try await (here, there)
            if digests.0 != digests.1 { different.append(table) }
            rows += digests.0.first?[0].flatMap { Int($0) } ?? 0
        }
        guard different.isEmpty else {
            throw refusal(
                "these tables differ: \(different.joined(separator: ", "))",
                "Run it with --abort, and begin again. Did a login of yours write them?")
        }
        return rows
    }

    /// Lets the sequences of the new database go on after those of the old one.
    private func advanceSequences() async throws {
        for row in try await source.run(.sequences) {
            try await target.run(
                .advanceSequence, ["sequence": row[0] ?? "", "value": row[1] ?? "1"])
        }
    }
}

/// Writes were taken while they should have been refused, because the lease had ended.
private struct LostFence: Error {}
