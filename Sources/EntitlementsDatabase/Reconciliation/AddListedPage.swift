package import Entitlements
package import FoundationEssentials
package import Postgres

/// Stores a page of the ids of a run's project, or why it could not be read.
///
/// No row: the run no longer lists ids, or another worker stored the page.
package struct AddListedPage: TenantCall {
    package static let function = "add_listed_page"
    package static let access = FunctionAccess.write
    package static let parameters = [
        Parameter("run_id", .uuid),
        Parameter("page", .text),
        Parameter("app_user_ids", .textArray),
        Parameter("next_page", .text),
        Parameter("failure", .text),
        Parameter("as_of", .timestamptz),
    ]
    package static let columns = [
        Column("has_ended", .bool)
    ]

    package struct Row: Sendable {
        package let hasEnded: Bool
    }

    package let runID: UUID
    /// Where the page was found; nil for the first.
    package let page: String?
    package let appUserIDs: [String]
    /// Nil after the last page.
    package let nextPage: String?
    /// A constant word.
    package let failure: String?
    package let asOf: Timestamp?

    package init(
        runID: UUID, page: String?, appUserIDs: [String] = [], nextPage: String? = nil,
        failure: String? = nil, asOf: Timestamp? = nil
    ) {
        self.runID = runID
        self.page = page
        self.appUserIDs = appUserIDs
        self.nextPage = nextPage
        self.failure = failure
        self.asOf = asOf
    }

    package func encode(into arguments: inout Arguments) throws(PostgresError) {
        try arguments.append(runID)
        try arguments.append(page)
        try arguments.append(appUserIDs)
        try arguments.append(nextPage)
        try arguments.append(failure)
        try arguments.append(asOf)
    }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(hasEnded: try row.next())
    }
}
