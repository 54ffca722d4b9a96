package import Entitlements
package import FoundationEssentials
package import Postgres

/// Stores a page of the ids of a run's project, or why it could not be read.
///
/// No row: the run no longer lists ids, or another worker stored the page.
package struct AddListedPage: TenantCall {
    package static let function = "add_listed_page"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = [
        Parameter("run_id", \.runID),
        Parameter("page", \.page),
        Parameter("app_user_ids", \.appUserIDs),
        Parameter("next_page", \.nextPage),
        Parameter("failure", \.failure),
        Parameter("as_of", \.asOf),
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
    package let appUserIDs: [AppUserID]
    /// Nil after the last page.
    package let nextPage: String?
    /// A constant word.
    package let failure: String?
    package let asOf: Timestamp?

    package init(
        runID: UUID, page: String?, appUserIDs: [AppUserID] = [], nextPage: String? = nil,
        failure: String? = nil, asOf: Timestamp? = nil
    ) {
        self.runID = runID
        self.page = page
        self.appUserIDs = appUserIDs
        self.nextPage = nextPage
        self.failure = failure
        self.asOf = asOf
    }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(hasEnded: try row.next())
    }
}
