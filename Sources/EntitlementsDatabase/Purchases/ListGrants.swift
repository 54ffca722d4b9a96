package import Entitlements
package import FoundationEssentials
package import Postgres

/// Returns a page of an app user's grants, newest first, in both environments.
package struct ListGrants: TenantCall {
    package static let function = "list_grants"
    package static let access = FunctionAccess.read
    package static let parameters: [Parameter<Self>] = [
        Parameter("app_user_id", \.appUserID),
        Parameter("page_limit", \.pageLimit),
        Parameter("before_granted_at", \.beforeGrantedAt),
        Parameter("before_grant_id", \.beforeGrantID),
        Parameter("as_of", \.asOf),
    ]
    package static let columns = [
        Column("granted_at", .timestamptz),
        Column("grant_id", .uuid),
        Column("answer", .json),
    ]

    package struct Row: Sendable {
        package let grantedAt: Timestamp
        package let grantID: UUID
        /// JSON text.
        package let answer: [UInt8]
    }

    package let appUserID: AppUserID
    package let pageLimit: Int32
    package let beforeGrantedAt: Timestamp?
    package let beforeGrantID: UUID?
    package let asOf: Timestamp?

    package init(
        appUserID: AppUserID, pageLimit: Int32, beforeGrantedAt: Timestamp?, beforeGrantID: UUID?,
        asOf: Timestamp? = nil
    ) {
        self.appUserID = appUserID
        self.pageLimit = pageLimit
        self.beforeGrantedAt = beforeGrantedAt
        self.beforeGrantID = beforeGrantID
        self.asOf = asOf
    }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(
            grantedAt: try row.next(),
            grantID: try row.next(),
            answer: try row.next(JSONText.self).bytes
        )
    }
}
