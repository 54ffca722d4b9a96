package import Postgres

/// Counts the violated invariants of all tenants.
package struct CountInvariantViolations: CrossTenantCall {
    package static let function = "count_invariant_violations"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = []
    package static let columns = [
        Column("violations", .int8)
    ]

    package struct Row: Sendable {
        package let violations: Int64
    }

    package init() {}

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(
            violations: try row.next()
        )
    }
}
