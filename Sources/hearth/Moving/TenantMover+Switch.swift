import Migrations
import Postgres

/// The pauses: what happens while the tenant's writes are refused.
extension TenantMover {
    /// In each database, the transaction after those whose rows were compared.
    private struct Compared {
        let source: String
        let target: String
    }

    /// Compares both databases, and switches from the old one to the new one.
    ///
    /// A first pause, of a moment, lets both databases be read as they are at one time: all their
    /// rows are compared while writes go on. So the second pause compares only what has changed.
    func hold() async throws {
        // A killed move left writes refused.
        try await set(.copying, from: .fenced)
        let compared = try await compareAhead()
        try await waitForOpenTransactions(of: source, seconds: Limits.transactionSeconds)
        let begin = ContinuousClock.now
        try await whileFenced {
            try await settle()
            report("held up: writes are answered 503 tenant_moving")
            let rows = try await compare(since: compared)
            report("compared again: \(rows) rows, 0 differ")
            try await advanceSequences()
            guard try await set(.moved, from: .fenced) else {
                throw refusal("its move was broken off", "Begin it again.")
            }
        }
        let milliseconds = Int((ContinuousClock.now - begin) / .milliseconds(1))
        report("switched: after \(milliseconds) ms; requests here are answered 503 tenant_moved")
    }

    /// Compares all rows as they were at one moment, while writes go on.
    private func compareAhead() async throws -> Compared {
        // A dump that runs for minutes must not hold up writes.
        try await waitForOpenTransactions(of: source, seconds: Limits.transactionSeconds)
        let begin = ContinuousClock.now
        let compared = try await whileFenced {
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

    /// Does something while the tenant's writes are refused.
    ///
    /// The old database takes them again afterwards, unless the tenant has moved.
    private func whileFenced<Result>(_ body: () async throws -> Result) async throws -> Result {
        guard try await set(.fenced, from: .copying) else {
            throw refusal("its move was broken off", "Begin it again.")
        }
        let result: Result
        do {
            result = try await body()
        } catch {
            _ = try? await set(.copying, from: .fenced)
            throw error
        }
        try await set(.copying, from: .fenced)
        return result
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
