package import Entitlements
package import Postgres

/// Returns the newest keys of a tenant, at most 1,000, without their digests.
package struct ListAPIKeys: TenantCall {
    package static let function = "list_api_keys"
    package static let access = FunctionAccess.read
    package static let parameters: [Parameter<Self>] = []
    package static let columns = [
        Column("key_id", .text),
        Column("kind", .text),
        Column("created_at", .timestamptz),
        Column("revoked_at", .timestamptz),
    ]

    package struct Row: Sendable {
        package let keyID: String
        /// `secret` or `read`.
        package let kind: String
        package let createdAt: Timestamp
        package let revokedAt: Timestamp?
    }

    package init() {}

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(
            keyID: try row.next(),
            kind: try row.next(),
            createdAt: try row.next(),
            revokedAt: try row.nextIfPresent()
        )
    }
}
