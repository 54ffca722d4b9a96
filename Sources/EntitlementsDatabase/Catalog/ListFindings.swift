package import Entitlements
package import Postgres

/// Returns a page of a tenant's findings, ordered by kind and subject.
///
/// `afterKind` and `afterSubject` are those of the last row of the previous page.
package struct ListFindings: TenantCall {
    package static let function = "list_findings"
    package static let access = FunctionAccess.read
    package static let parameters: [Parameter<Self>] = [
        Parameter("page_limit", \.pageLimit),
        Parameter("after_kind", \.afterKind),
        Parameter("after_subject", \.afterSubject),
    ]
    package static let columns = [
        Column("kind", .text),
        Column("subject", .text),
        Column("count", .int8),
        Column("first_seen_at", .timestamptz),
        Column("last_seen_at", .timestamptz),
    ]

    package struct Row: Sendable {
        package let kind: String
        /// The product, the entitlement, the limit, the reason, the endpoint or the credit; empty
        /// if there is none.
        package let subject: String
        /// The number of purchases, app users, webhooks or changes concerned.
        package let count: Int64
        package let firstSeenAt: Timestamp?
        package let lastSeenAt: Timestamp?
    }

    package let pageLimit: Int32
    package let afterKind: String?
    package let afterSubject: String?

    package init(pageLimit: Int32, afterKind: String? = nil, afterSubject: String? = nil) {
        self.pageLimit = pageLimit
        self.afterKind = afterKind
        self.afterSubject = afterSubject
    }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(
            kind: try row.next(),
            subject: try row.next(),
            count: try row.next(),
            firstSeenAt: try row.next(),
            lastSeenAt: try row.next()
        )
    }
}
