import Entitlements
package import FoundationEssentials
package import Postgres

/// Returns a page of an endpoint's deliveries, those of the newest changes first.
///
/// Fails with `endpoint_not_found`.
package struct ListDeliveries: TenantCall {
    package static let function = "list_deliveries"
    package static let access = FunctionAccess.read
    package static let parameters: [Parameter<Self>] = [
        Parameter("endpoint_id", \.endpointID),
        Parameter("with_status", \.status),
        Parameter("page_limit", \.pageLimit),
        Parameter("before_number", \.beforeNumber),
    ]
    package static let columns = [Column("number", .int8), Column("answer", .json)]

    package struct Row: Sendable {
        package let number: Int64
        /// JSON text.
        package let answer: [UInt8]
    }

    package static let statuses = ["delivered", "failing"]

    package let endpointID: UUID
    /// `delivered` or `failing`; nil means both.
    package let status: String?
    package let pageLimit: Int32
    /// The number of the previous page's last row.
    package let beforeNumber: Int64?

    package init(
        endpointID: UUID, status: String? = nil, pageLimit: Int32, beforeNumber: Int64? = nil
    ) {
        self.endpointID = endpointID
        self.status = status
        self.pageLimit = pageLimit
        self.beforeNumber = beforeNumber
    }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(
            number: try row.next(),
            answer: try row.next(JSONText.self).bytes
        )
    }
}
