package import Entitlements
package import FoundationEssentials
package import Postgres

/// Returns a page of an app user's uses of a limit, newest first.
///
/// Fails with `limit_not_in_catalog`.
package struct ListUses: TenantCall {
    package static let function = "list_uses"
    package static let access = FunctionAccess.read
    package static let parameters: [Parameter<Self>] = [
        Parameter("app_user_id", \.appUserID),
        Parameter("limit_id", \.limitID),
        Parameter("page_limit", \.pageLimit),
        Parameter("before_used_at", \.beforeUsedAt),
        Parameter("before_use_id", \.beforeUseID),
    ]
    package static let columns = [
        Column("used_at", .timestamptz),
        Column("use_id", .uuid),
        Column("answer", .json),
    ]

    package struct Row: Sendable {
        package let usedAt: Timestamp
        package let useID: UUID
        /// JSON text.
        package let answer: [UInt8]
    }

    package let appUserID: AppUserID
    package let limitID: String
    package let pageLimit: Int32
    package let beforeUsedAt: Timestamp?
    package let beforeUseID: UUID?

    package init(
        appUserID: AppUserID, limitID: String, pageLimit: Int32, beforeUsedAt: Timestamp? = nil,
        beforeUseID: UUID? = nil
    ) {
        self.appUserID = appUserID
        self.limitID = limitID
        self.pageLimit = pageLimit
        self.beforeUsedAt = beforeUsedAt
        self.beforeUseID = beforeUseID
    }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(
            usedAt: try row.next(),
            useID: try row.next(),
            answer: try row.next(JSONText.self).bytes
        )
    }
}
