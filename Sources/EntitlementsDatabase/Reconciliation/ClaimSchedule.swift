package import Entitlements
package import FoundationEssentials
package import Postgres

/// The tenant for which the schedule looked longest ago whether somebody is due, if that is long
/// enough ago.
package struct ClaimSchedule: CrossTenantCall {
    package static let function = "claim_schedule"
    package static let access = FunctionAccess.write
    package static let parameters = [
        Parameter("as_of", .timestamptz)
    ]
    package static let columns = [
        Column("tenant_id", .uuid),
        Column("needs_catch_up", .bool),
    ]

    package struct Row: Sendable {
        package let tenantID: UUID
        /// Webhooks had not been taken for too long.
        package let needsCatchUp: Bool
    }

    package let asOf: Timestamp?

    package init(asOf: Timestamp? = nil) {
        self.asOf = asOf
    }

    package func encode(into arguments: inout Arguments) throws(PostgresError) {
        try arguments.append(asOf)
    }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(
            tenantID: try row.next(),
            needsCatchUp: try row.next()
        )
    }
}
