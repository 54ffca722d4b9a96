package import Entitlements
package import FoundationEssentials
package import Postgres

/// Returns a page of the purchases that no identified app user owns, newest first.
package struct ListOrphans: TenantCall {
    package static let function = "list_orphans"
    package static let access = FunctionAccess.read
    package static let parameters: [Parameter<Self>] = [
        Parameter("page_limit", \.pageLimit),
        Parameter("before_orphaned_at", \.beforeOrphanedAt),
        Parameter("before_orphan_id", \.beforeOrphanID),
    ]
    package static let columns = [
        Column("orphaned_at", .timestamptz),
        Column("orphan_id", .uuid),
        Column("answer", .json),
    ]

    package struct Row: Sendable {
        package let orphanedAt: Timestamp
        package let orphanID: UUID
        /// JSON text.
        package let answer: [UInt8]
    }

    package let pageLimit: Int32
    package let beforeOrphanedAt: Timestamp?
    package let beforeOrphanID: UUID?

    package init(pageLimit: Int32, beforeOrphanedAt: Timestamp?, beforeOrphanID: UUID?) {
        self.pageLimit = pageLimit
        self.beforeOrphanedAt = beforeOrphanedAt
        self.beforeOrphanID = beforeOrphanID
    }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(
            orphanedAt: try row.next(),
            orphanID: try row.next(),
            answer: try row.next(JSONText.self).bytes
        )
    }
}
