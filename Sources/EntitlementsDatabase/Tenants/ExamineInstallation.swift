package import Entitlements
package import Postgres

/// Returns what `hearth doctor` asks of the whole installation.
package struct ExamineInstallation: CrossTenantCall {
    package static let function = "examine_installation"
    package static let access = FunctionAccess.read
    package static let parameters: [Parameter<Self>] = []
    package static let columns = [
        Column("served_at", .timestamptz),
        Column("database_bytes", .int8),
        Column("connections_left", .int4),
        Column("unanalyzed_tables", .textArray),
    ]

    package struct Row: Sendable, Equatable {
        /// When a server last could receive webhooks; nil: never.
        package let servedAt: Timestamp?
        package let databaseBytes: Int64
        /// How many more sessions a login that is no superuser may open.
        package let connectionsLeft: Int32
        /// Tables with many rows of which the planner has no statistics.
        package let unanalyzedTables: [String]

        package init(
            servedAt: Timestamp?, databaseBytes: Int64, connectionsLeft: Int32,
            unanalyzedTables: [String]
        ) {
            self.servedAt = servedAt
            self.databaseBytes = databaseBytes
            self.connectionsLeft = connectionsLeft
            self.unanalyzedTables = unanalyzedTables
        }
    }

    package init() {}

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(
            servedAt: try row.nextIfPresent(),
            databaseBytes: try row.next(),
            connectionsLeft: try row.next(),
            unanalyzedTables: try row.next()
        )
    }
}
