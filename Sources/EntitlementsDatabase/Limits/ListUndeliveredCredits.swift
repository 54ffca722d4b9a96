package import Entitlements
package import FoundationEssentials
package import Postgres

/// Returns a page of purchases that were paid and whose order is not settled after `minutes`.
///
/// The newest come first.
package struct ListUndeliveredCredits: TenantCall {
    package static let function = "list_undelivered_credits"
    package static let access = FunctionAccess.read
    package static let parameters: [Parameter<Self>] = [
        Parameter("page_limit", \.pageLimit),
        Parameter("minutes", \.minutes),
        Parameter("before_bought_at", \.beforeBoughtAt),
        Parameter("before_entry_id", \.beforeEntryID),
        Parameter("as_of", \.asOf),
    ]
    package static let columns = [
        Column("bought_at", .timestamptz),
        Column("entry_id", .uuid),
        Column("answer", .json),
    ]

    package struct Row: Sendable {
        package let boughtAt: Timestamp
        package let entryID: UUID
        /// JSON text.
        package let answer: [UInt8]
    }

    package let pageLimit: Int32
    package let minutes: Int32
    package let beforeBoughtAt: Timestamp?
    package let beforeEntryID: UUID?
    package let asOf: Timestamp?

    package init(
        pageLimit: Int32, minutes: Int32, beforeBoughtAt: Timestamp? = nil,
        beforeEntryID: UUID? = nil, asOf: Timestamp? = nil
    ) {
        self.pageLimit = pageLimit
        self.minutes = minutes
        self.beforeBoughtAt = beforeBoughtAt
        self.beforeEntryID = beforeEntryID
        self.asOf = asOf
    }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(
            boughtAt: try row.next(),
            entryID: try row.next(),
            answer: try row.next(JSONText.self).bytes
        )
    }
}
