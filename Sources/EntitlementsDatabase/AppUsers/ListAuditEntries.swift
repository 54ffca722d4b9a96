package import Entitlements
package import FoundationEssentials
package import Postgres

/// Returns a page of the audit, newest first, of one app user id or of the whole tenant.
package struct ListAuditEntries: TenantCall {
    package static let function = "list_audit_entries"
    package static let access = FunctionAccess.read
    package static let parameters = [
        Parameter("app_user_id", .text),
        Parameter("page_limit", .int4),
        Parameter("before_recorded_at", .timestamptz),
        Parameter("before_audit_id", .uuid),
    ]
    package static let columns = [
        Column("recorded_at", .timestamptz),
        Column("audit_id", .uuid),
        Column("answer", .json),
    ]

    package struct Row: Sendable {
        package let recordedAt: Timestamp
        package let auditID: UUID
        /// JSON text.
        package let answer: [UInt8]
    }

    package let appUserID: String?
    package let pageLimit: Int32
    package let beforeRecordedAt: Timestamp?
    package let beforeAuditID: UUID?

    package init(
        appUserID: String?, pageLimit: Int32, beforeRecordedAt: Timestamp?, beforeAuditID: UUID?
    ) {
        self.appUserID = appUserID
        self.pageLimit = pageLimit
        self.beforeRecordedAt = beforeRecordedAt
        self.beforeAuditID = beforeAuditID
    }

    package func encode(into arguments: inout Arguments) throws(PostgresError) {
        try arguments.append(appUserID)
        try arguments.append(pageLimit)
        try arguments.append(beforeRecordedAt)
        try arguments.append(beforeAuditID)
    }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(
            recordedAt: try row.next(),
            auditID: try row.next(),
            answer: try row.next(JSONText.self).bytes
        )
    }
}
