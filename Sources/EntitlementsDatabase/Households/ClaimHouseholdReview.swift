package import Entitlements
package import FoundationEssentials
package import Postgres

/// Leases the household whose seat review has been due for longest.
///
/// No row: nothing is due.
package struct ClaimHouseholdReview: CrossTenantCall {
    package static let function = "claim_household_review"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = [
        Parameter("lease_seconds", \.leaseSeconds),
        Parameter("as_of", \.asOf),
    ]
    package static let columns = [
        Column("tenant_id", .uuid),
        Column("household_id", .uuid),
    ]

    package struct Row: Sendable {
        package let tenantID: UUID
        package let householdID: HouseholdID
    }

    package let leaseSeconds: Int32
    package let asOf: Timestamp?

    package init(leaseSeconds: Int32, asOf: Timestamp? = nil) {
        self.leaseSeconds = leaseSeconds
        self.asOf = asOf
    }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(
            tenantID: try row.next(),
            householdID: try row.next()
        )
    }
}
