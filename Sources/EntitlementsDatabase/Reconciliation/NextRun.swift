package import Entitlements
package import FoundationEssentials
package import Postgres

/// Returns the run that was worked on longest ago, among those that can continue now.
package struct NextRun: CrossTenantCall {
    package static let function = "next_run"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = [Parameter("as_of", \.asOf)]
    package static let columns = [
        Column("tenant_id", .uuid),
        Column("run_id", .uuid),
        Column("is_prepared", .bool),
        Column("is_dry_run", .bool),
        Column("is_listing", .bool),
        Column("project_page", .text),
    ]

    package struct Row: Sendable {
        package let tenantID: UUID
        package let runID: UUID
        /// If false, its app users have to be listed first.
        package let isPrepared: Bool
        package let isDryRun: Bool
        /// The ids of its RevenueCat project have to be listed.
        package let isListing: Bool
        /// Where the next page of ids is; nil for the first.
        package let projectPage: String?
    }

    package let asOf: Timestamp?

    package init(asOf: Timestamp? = nil) {
        self.asOf = asOf
    }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(
            tenantID: try row.next(),
            runID: try row.next(),
            isPrepared: try row.next(),
            isDryRun: try row.next(),
            isListing: try row.next(),
            projectPage: try row.nextIfPresent()
        )
    }
}
