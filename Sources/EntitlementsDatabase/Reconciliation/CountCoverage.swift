package import Entitlements
package import Postgres

/// Counts the app users of tenants with a key, and those with a recent snapshot.
package struct CountCoverage: CrossTenantCall {
    package static let function = "count_coverage"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = [Parameter("as_of", \.asOf)]
    package static let columns = [
        Column("app_users", .int8),
        Column("within_hour", .int8),
        Column("within_day", .int8),
        Column("within_week", .int8),
        Column("known_ids_tenants", .int8),
        Column("whole_project_tenants", .int8),
    ]

    package struct Row: Sendable {
        package let appUsers: Int64
        package let withinHour: Int64
        package let withinDay: Int64
        package let withinWeek: Int64
        /// Tenants whose runs over all app users cover known ids alone.
        package let knownIDsTenants: Int64
        /// Tenants whose runs over all app users list the whole project.
        package let wholeProjectTenants: Int64
    }

    package let asOf: Timestamp?

    package init(asOf: Timestamp? = nil) {
        self.asOf = asOf
    }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(
            appUsers: try row.next(),
            withinHour: try row.next(),
            withinDay: try row.next(),
            withinWeek: try row.next(),
            knownIDsTenants: try row.next(),
            wholeProjectTenants: try row.next()
        )
    }
}
