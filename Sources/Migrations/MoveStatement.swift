package import Postgres

/// The statements that move a tenant to another database: the files of `sql/moves`.
package enum MoveStatement: String, CaseIterable, Sendable {
    case activeSlots = "active_slots"
    case advanceSequence = "advance_sequence"
    case beginMove = "begin_move"
    case conflicts
    case createPublication = "create_publication"
    case createSlot = "create_slot"
    case databaseIdentity = "database_identity"
    case deleteRows = "delete_rows"
    case digest
    case endArrival = "end_arrival"
    case endMove = "end_move"
    case endPublication = "end_publication"
    case getMove = "get_move"
    case hasCaughtUp = "has_caught_up"
    case hasSubscription = "has_subscription"
    case holdSnapshot = "hold_snapshot"
    case keyIDs = "key_ids"
    case leaveTombstone = "leave_tombstone"
    case lackingAtSource = "lacking_at_source"
    case lackingAtTarget = "lacking_at_target"
    case listTables = "list_tables"
    case lockMove = "lock_move"
    case noteArrival = "note_arrival"
    case noteFencedPosition = "note_fenced_position"
    case noteSubscription = "note_subscription"
    case openTransactions = "open_transactions"
    case probeSubscription = "probe_subscription"
    case prolongFence = "prolong_fence"
    case readTenant = "read_tenant"
    case releaseSnapshot = "release_snapshot"
    case sequences
    case setState = "set_state"
    case subscribe
    case synchronised

    var path: String { "sql/moves/\(rawValue).sql" }
}

extension AdministrationConnection {
    /// Runs one of the statements of a move and returns its rows.
    @discardableResult
    package func run(
        _ statement: MoveStatement, _ values: [String: String] = [:]
    ) async throws(PostgresError) -> [[String?]] {
        let file = Schema.File(
            path: statement.path, text: EmbeddedText.text(at: statement.path))
        return try execute(
            file.definition(in: Schema.embedded.functionsSchema), values)
    }

    /// Whether a migrator has run in this database.
    package func isMigrated() async throws -> Bool {
        try await run(MigratorStatement.hasMigrations).first?.first == "t"
    }
}
