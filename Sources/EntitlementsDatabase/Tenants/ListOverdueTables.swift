package import Entitlements
package import Postgres

/// Returns the tables with rows that upkeep should have deleted an hour ago.
package struct ListOverdueTables: CrossTenantCall {
    package static let function = "list_overdue_tables"
    package static let access = FunctionAccess.read
    package static let parameters: [Parameter<Self>] = [
        Parameter("answers_kept_hours", \.answersKeptHours),
        Parameter("runs_kept_days", \.runsKeptDays),
        Parameter("reservations_kept_days", \.reservationsKeptDays),
        Parameter("uses_kept_days", \.usesKeptDays),
        Parameter("as_of", \.asOf),
    ]
    package static let columns = [
        Column("table_name", .text),
        Column("oldest_at", .timestamptz),
    ]

    package struct Row: Sendable, Equatable {
        package let tableName: String
        /// The moment of the oldest row.
        package let oldestAt: Timestamp

        package init(tableName: String, oldestAt: Timestamp) {
            self.tableName = tableName
            self.oldestAt = oldestAt
        }
    }

    package let answersKeptHours: Int32
    package let runsKeptDays: Int32
    package let reservationsKeptDays: Int32
    package let usesKeptDays: Int32
    package let asOf: Timestamp?

    package init(
        answersKeptHours: Int32, runsKeptDays: Int32, reservationsKeptDays: Int32,
        usesKeptDays: Int32, asOf: Timestamp? = nil
    ) {
        self.answersKeptHours = answersKeptHours
        self.runsKeptDays = runsKeptDays
        self.reservationsKeptDays = reservationsKeptDays
        self.usesKeptDays = usesKeptDays
        self.asOf = asOf
    }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(tableName: try row.next(), oldestAt: try row.next())
    }
}
