package import Entitlements
package import FoundationEssentials
package import Postgres

/// Notes what became of deliveries, and switches an endpoint off that is gone or fails too long.
///
/// No row: the lease is another worker's, and nothing was noted.
package struct SettleDeliveries: TenantCall {
    package static let function = "settle_deliveries"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = [
        Parameter("endpoint_id", \.endpointID),
        Parameter("lease_id", \.leaseID),
        Parameter("numbers", \.attempts, each: \.number),
        Parameter("errors", \.attempts, each: \.error),
        Parameter("http_statuses", \.attempts, each: \.httpStatus),
        Parameter("durations_milliseconds", \.attempts, each: \.durationMilliseconds),
        Parameter("retry_after_seconds", \.attempts, each: \.retryAfterSeconds),
        Parameter("is_last", \.isLast),
        Parameter("as_of", \.asOf),
    ]
    package static let columns = [Column("off_reason", .text)]

    package struct Row: Sendable {
        /// Why the endpoint is off now; nil means that it is on.
        package let offReason: String?
    }

    package struct Attempt: Sendable {
        package let number: Int64
        /// Empty means that the change was delivered.
        package let error: String
        /// Nil means that there was no answer.
        package let httpStatus: Int32?
        package let durationMilliseconds: Int32
        /// The pause that the receiver asks for, if it does.
        package let retryAfterSeconds: Int32?

        package init(
            number: Int64, error: String, httpStatus: Int32?, durationMilliseconds: Int32,
            retryAfterSeconds: Int32? = nil
        ) {
            self.number = number
            self.error = error
            self.httpStatus = httpStatus
            self.durationMilliseconds = durationMilliseconds
            self.retryAfterSeconds = retryAfterSeconds
        }
    }

    package let endpointID: UUID
    package let leaseID: UUID
    package let attempts: [Attempt]
    /// Whether the lease ends.
    package let isLast: Bool
    package let asOf: Timestamp?

    package init(
        endpointID: UUID, leaseID: UUID, attempts: [Attempt], isLast: Bool,
        asOf: Timestamp? = nil
    ) {
        self.endpointID = endpointID
        self.leaseID = leaseID
        self.attempts = attempts
        self.isLast = isLast
        self.asOf = asOf
    }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(
            offReason: try row.nextIfPresent()
        )
    }
}
