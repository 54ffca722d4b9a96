package import Entitlements
package import Postgres

/// Stores a merge ticket, by its SHA-256: it lets one anonymous id join one identified app user,
/// once and within `ttlSeconds`.
package struct CreateMergeTicket: TenantCall {
    package static let function = "create_merge_ticket"
    package static let access = FunctionAccess.write
    package static let parameters = [
        Parameter("anonymous_app_user_id", .text),
        Parameter("app_user_id", .text),
        Parameter("digest", .bytea),
        Parameter("ttl_seconds", .int4),
        Parameter("idempotency_key", .text),
        Parameter("request_digest", .bytea),
        Parameter("as_of", .timestamptz),
    ]
    package static let columns = [
        Column("expires_at", .timestamptz)
    ]

    package struct Row: Sendable {
        package let expiresAt: Timestamp
    }

    package let anonymousAppUserID: String
    package let appUserID: String
    package let digest: [UInt8]
    package let ttlSeconds: Int32
    package let idempotencyKey: String?
    package let requestDigest: [UInt8]?
    package let asOf: Timestamp?

    package init(
        anonymousAppUserID: String, appUserID: String, digest: [UInt8], ttlSeconds: Int32,
        idempotencyKey: String?, requestDigest: [UInt8]?, asOf: Timestamp? = nil
    ) {
        self.anonymousAppUserID = anonymousAppUserID
        self.appUserID = appUserID
        self.digest = digest
        self.ttlSeconds = ttlSeconds
        self.idempotencyKey = idempotencyKey
        self.requestDigest = requestDigest
        self.asOf = asOf
    }

    package func encode(into arguments: inout Arguments) throws(PostgresError) {
        try arguments.append(anonymousAppUserID)
        try arguments.append(appUserID)
        try arguments.append(digest)
        try arguments.append(ttlSeconds)
        try arguments.append(idempotencyKey)
        try arguments.append(requestDigest)
        try arguments.append(asOf)
    }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(
            expiresAt: try row.next()
        )
    }
}
