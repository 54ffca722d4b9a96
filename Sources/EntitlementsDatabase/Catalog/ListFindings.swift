package import Entitlements
package import Postgres

/// A page of what an operator should know of a tenant, by kind and by what it is about.
///
/// The last row of the page before is named by its kind and its subject.
package struct ListFindings: TenantCall {
    package static let function = "list_findings"
    package static let access = FunctionAccess.read
    package static let parameters = [
        Parameter("page_limit", .int4),
        Parameter("after_kind", .text),
        Parameter("after_subject", .text),
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
        /// The product or the entitlement; empty where a finding is about neither.
        package let subject: String
        /// Purchases or people, of which so many at most are looked at: 1,000.
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

    package func encode(into arguments: inout Arguments) throws(PostgresError) {
        try arguments.append(pageLimit)
        try arguments.append(afterKind)
        try arguments.append(afterSubject)
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
