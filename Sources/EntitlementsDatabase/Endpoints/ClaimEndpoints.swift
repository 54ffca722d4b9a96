package import Entitlements
package import FoundationEssentials
package import Postgres

/// Leases endpoints that lack changes, or whose retries are due, to one worker.
package struct ClaimEndpoints: CrossTenantCall {
    package static let function = "claim_endpoints"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = [
        Parameter("lease_id", \.leaseID),
        Parameter("lease_seconds", \.leaseSeconds),
        Parameter("is_slow", \.isSlow),
        Parameter("maximum", \.maximum),
        Parameter("as_of", \.asOf),
        Parameter("is_new", \.isNew),
    ]
    package static let columns = [Column("tenant_id", .uuid), Column("endpoint_id", .uuid)]

    package struct Row: Sendable {
        package let tenantID: TenantID
        package let endpointID: UUID
    }

    package let leaseID: UUID
    package let leaseSeconds: Int32
    /// Whether to lease endpoints whose last deliveries failed or were slow, or all others.
    package let isSlow: Bool
    package let maximum: Int32
    /// Whether to lease endpoints that nothing was delivered to yet, or only others; nil: both.
    package let isNew: Bool?
    package let asOf: Timestamp?

    package init(
        leaseID: UUID, leaseSeconds: Int32, isSlow: Bool, maximum: Int32, isNew: Bool? = nil,
        asOf: Timestamp? = nil
    ) {
        self.leaseID = leaseID
        self.leaseSeconds = leaseSeconds
        self.isSlow = isSlow
        self.maximum = maximum
        self.isNew = isNew
        self.asOf = asOf
    }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(
            tenantID: try row.next(),
            endpointID: try row.next()
        )
    }
}
