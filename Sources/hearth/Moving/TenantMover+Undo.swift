import Migrations
import Postgres

extension TenantMover {
    /// Breaks a move off: the old database serves the tenant as before, and nothing is left.
    ///
    /// Repeatable.
    func abort() async throws {
        switch try await state() {
        case nil: throw refusal("it does not move", "There is nothing to break off.")
        case .moved?:
            throw refusal(
                "it has moved: \(targetPlace) may have changes that this database lacks",
                "Run the command without --abort to finish; move it back from there.")
        case .arriving?: throw refusal("it arrives here", "Break the move off where it comes from.")
        default: break
        }
        for state in [State.copying, .fenced] { try await set(.aborting, from: state) }
        report("served: \(slug) by this database, as before")
        if try await target.isMigrated() {
            _ = try await Migrator(connection: target, logger: logger).migrate()
            try await target.run(.lockMove, values)
            try await noteSubscription()
            try await target.run(.endArrival, values.merging(["served": "false"]) { $1 })
            report("deleted: \(try await deleteRows(of: target)) rows at \(targetPlace)")
            try await target.run(.endMove, values)
        }
        try await removePublication()
        try await source.run(.endMove, values)
        report("broken off: nothing of the move is left")
    }

    /// Deletes what the old database still has of a tenant that has moved; repeatable.
    func clear() async throws {
        guard try await state() == .moved else {
            throw refusal("it has not moved", "Only what has moved is cleared.")
        }
        try await removePublication()
        report("cleared: \(try await deleteRows(of: source)) rows of \(slug)")
        try await source.run(.endMove, values)
    }

    /// Deletes the tenant's rows, tables that refer to others first; returns how many.
    private func deleteRows(of database: AdministrationConnection) async throws -> Int {
        var rows = 0
        for table in try await database.run(.listTables).compactMap({ $0.first ?? nil }) {
            let deleted = try await database.run(
                .deleteRows, values.merging(["table": table]) { $1 })
            rows += deleted.first?[0].flatMap { Int($0) } ?? 0
        }
        return rows
    }
}
