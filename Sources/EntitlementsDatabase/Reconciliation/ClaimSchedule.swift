package import Entitlements
package import FoundationEssentials
package import Postgres

/// Returns the tenant whose schedule was checked longest ago, if it is due.
package struct ClaimSchedule: CrossTenantCall {
    package static let function = "claim_schedule"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = [Parameter("as_of", \.asOf)]
    package static let columns = [
        Column("tenant_id", .uuid),
        Column("needs_catch_up", .bool),
    ]

    package struct Row: Sendable {
        package let tenantID: UUID
        /// No webhooks had been accepted for too long.
        package let needsCatchUp: Bool
    }

    package let asOf: Timestamp?

    package init(asOf: Timestamp? = nil) {
        self.asOf = asOf
    }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(
            tenantID: try row.next(),
            needsCatchUp: try row.next()
        )
    }
}
