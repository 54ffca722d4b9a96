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
            // Servers that know its keys may ask for a minute.
            try await leaveTombstone(at: target, for: sourceAddress.place, isCleared: true)
            report("deleted: \(try await deleteRows(of: target)) rows at \(targetPlace)")
        }
        try await removePublication()
        try await source.run(.endMove, values)
        report("broken off: nothing of the move is left")
    }

    /// Deletes what the old database still has of a tenant that has moved; repeatable.
    ///
    /// The old database goes on answering that the tenant has moved.
    func clear() async throws {
        guard try await state() == .moved else {
            throw refusal("it has not moved", "Only what has moved is cleared.")
        }
        try await removePublication()
        try await leaveTombstone(at: source, for: targetPlace, isCleared: false)
        let rows = try await deleteRows(of: source)
        try await leaveTombstone(at: source, for: targetPlace, isCleared: true)
        report("cleared: \(rows) rows of \(slug)")
    }

    /// Lets a database say that the tenant has moved, also by the keys that it has now.
    private func leaveTombstone(
        at database: AdministrationConnection, for place: String, isCleared: Bool
    ) async throws {
        let more = ["other": place, "cleared": "\(isCleared)"]
        try await database.run(.leaveTombstone, values.merging(more) { $1 })
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
