package import Entitlements
package import FoundationEssentials
package import Postgres

/// Returns a page of the audit, newest first, of one app user id or of the whole tenant.
package struct ListAuditEntries: TenantCall {
    package static let function = "list_audit_entries"
    package static let access = FunctionAccess.read
    package static let parameters: [Parameter<Self>] = [
        Parameter("app_user_id", \.appUserID),
        Parameter("page_limit", \.pageLimit),
        Parameter("before_recorded_at", \.beforeRecordedAt),
        Parameter("before_audit_id", \.beforeAuditID),
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

    package let appUserID: AppUserID?
    package let pageLimit: Int32
    package let beforeRecordedAt: Timestamp?
    package let beforeAuditID: UUID?

    package init(
        appUserID: AppUserID?, pageLimit: Int32, beforeRecordedAt: Timestamp?, beforeAuditID: UUID?
    ) {
        self.appUserID = appUserID
        self.pageLimit = pageLimit
        self.beforeRecordedAt = beforeRecordedAt
        self.beforeAuditID = beforeAuditID
    }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(
            recordedAt: try row.next(),
            auditID: try row.next(),
            answer: try row.next(JSONText.self).bytes
        )
    }
}
