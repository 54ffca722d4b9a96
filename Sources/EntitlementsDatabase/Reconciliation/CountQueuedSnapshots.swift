package import Postgres

/// Counts the app users on the snapshot queue, of tenants with a key, and the seconds that the
/// first of them has waited.
package struct CountQueuedSnapshots: CrossTenantCall {
    package static let function = "count_queued_snapshots"
    package static let access = FunctionAccess.read
    package static let parameters: [Parameter<Self>] = []
    package static let columns = [
        Column("waiting", .int8),
        Column("oldest_seconds", .int8),
    ]

    package struct Row: Sendable {
        package let waiting: Int64
        package let oldestSeconds: Int64
    }

    package init() {}

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(
            waiting: try row.next(),
            oldestSeconds: try row.next()
        )
    }
}
