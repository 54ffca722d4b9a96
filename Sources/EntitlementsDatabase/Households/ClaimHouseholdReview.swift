package import Entitlements
package import FoundationEssentials
package import Postgres

/// Leases the household whose seat review has been due for longest.
///
/// No row: nothing is due.
package struct ClaimHouseholdReview: CrossTenantCall {
    package static let function = "claim_household_review"
    package static let access = FunctionAccess.write
    package static let parameters = [
        Parameter("lease_seconds", .int4),
        Parameter("as_of", .timestamptz),
    ]
    package static let columns = [
        Column("tenant_id", .uuid),
        Column("household_id", .uuid),
    ]

    package struct Row: Sendable {
        package let tenantID: UUID
        package let householdID: UUID
    }

    package let leaseSeconds: Int32
    package let asOf: Timestamp?

    package init(leaseSeconds: Int32, asOf: Timestamp? = nil) {
        self.leaseSeconds = leaseSeconds
        self.asOf = asOf
    }

    package func encode(into arguments: inout Arguments) throws(PostgresError) {
        try arguments.append(leaseSeconds)
        try arguments.append(asOf)
    }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(
            tenantID: try row.next(),
            householdID: try row.next()
        )
    }
}
