package import Entitlements
package import Postgres

/// Takes up to `requests` requests from a tenant's RevenueCat budget, which all servers share; none
/// if fewer than `atLeast` are left.
///
/// `isUrgent` is for requests that a caller waits for; others leave a reserve. No row: the tenant
/// has no key.
package struct TakeUpstreamRequests: TenantCall {
    package static let function = "take_upstream_requests"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = [
        Parameter("requests", \.requests),
        Parameter("at_least", \.atLeast),
        Parameter("is_urgent", \.isUrgent),
        Parameter("as_of", \.asOf),
    ]
    package static let columns = [
        Column("granted", .int4),
        Column("retry_after_milliseconds", .int4),
        Column("pause_reason", .text),
    ]

    package struct Row: Sendable {
        package let granted: Int32
        /// When `atLeast` requests will be available; 0 if they are.
        package let retryAfterMilliseconds: Int32
        /// Why none is allowed; nil if only the budget is spent.
        package let pause: UpstreamPause?
    }

    package let requests: Int32
    package let atLeast: Int32
    package let isUrgent: Bool
    package let asOf: Timestamp?

    package init(requests: Int32, atLeast: Int32, isUrgent: Bool, asOf: Timestamp? = nil) {
        self.requests = requests
        self.atLeast = atLeast
        self.isUrgent = isUrgent
        self.asOf = asOf
    }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(
            granted: try row.next(),
            retryAfterMilliseconds: try row.next(),
            pause: try row.nextIfPresent(String.self).flatMap(UpstreamPause.init(rawValue:))
        )
    }
}
