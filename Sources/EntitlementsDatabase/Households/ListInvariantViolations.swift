package import FoundationEssentials
package import Postgres

/// Returns a tenant's violated invariants: no rows unless something is broken.
package struct ListInvariantViolations: TenantCall {
    package static let function = "list_invariant_violations"
    package static let access = FunctionAccess.read
    package static let parameters: [Parameter<Self>] = []
    package static let columns = [
        Column("violation", .text),
        Column("subject", .uuid),
    ]

    package struct Row: Sendable {
        package let violation: String
        package let subject: UUID
    }

    package init() {}

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(
            violation: try row.next(),
            subject: try row.next()
        )
    }
}
