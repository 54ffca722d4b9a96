package import Entitlements
package import FoundationEssentials
package import Postgres

/// Returns a page of a tenant's runs, latest first.
///
/// `beforeStartedAt` and `beforeRunID` are those of the last row of the previous page.
package struct ListRuns: TenantCall {
    package static let function = "list_runs"
    package static let access = FunctionAccess.read
    package static let parameters: [Parameter<Self>] = [
        Parameter("page_limit", \.pageLimit),
        Parameter("before_started_at", \.beforeStartedAt),
        Parameter("before_run_id", \.beforeRunID),
        Parameter("as_of", \.asOf),
    ]
    package static let columns = [
        Column("run_id", .uuid),
        Column("started_at", .timestamptz),
        Column("answer", .json),
    ]

    package struct Row: Sendable {
        package let runID: UUID
        package let startedAt: Timestamp
        /// JSON text of the run.
        package let answer: [UInt8]
    }

    package let pageLimit: Int32
    package let beforeStartedAt: Timestamp?
    package let beforeRunID: UUID?
    package let asOf: Timestamp?

    package init(
        pageLimit: Int32, beforeStartedAt: Timestamp? = nil, beforeRunID: UUID? = nil,
        asOf: Timestamp? = nil
    ) {
        self.pageLimit = pageLimit
        self.beforeStartedAt = beforeStartedAt
        self.beforeRunID = beforeRunID
        self.asOf = asOf
    }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(
            runID: try row.next(),
            startedAt: try row.next(),
            answer: try row.next(JSONText.self).bytes
        )
    }
}
