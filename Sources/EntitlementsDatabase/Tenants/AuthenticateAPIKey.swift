package import FoundationEssentials
package import Postgres

/// Returns the tenant, kind and digest of a key, by its public id.
///
/// No row: the key is unknown or revoked.
///
/// The kind is `secret`, `read` or `admin`; an admin key has no tenant. The caller compares the
/// digest, in constant time.
package struct AuthenticateAPIKey: CrossTenantCall {
    package static let function = "authenticate_api_key"
    package static let access = FunctionAccess.read
    package static let parameters: [Parameter<Self>] = [Parameter("key_id", \.keyID)]
    package static let columns = [
        Column("tenant_id", .uuid),
        Column("tenant_slug", .text),
        Column("kind", .text),
        Column("digest", .bytea),
    ]

    package struct Row: Sendable {
        package let tenantID: UUID?
        package let tenantSlug: String?
        package let kind: String
        package let digest: [UInt8]
    }

    package let keyID: String

    package init(keyID: String) {
        self.keyID = keyID
    }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(
            tenantID: try row.nextIfPresent(),
            tenantSlug: try row.nextIfPresent(),
            kind: try row.next(),
            digest: try row.next()
        )
    }
}
