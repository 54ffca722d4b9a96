package import Entitlements
package import Postgres

/// Stores a merge ticket, by its SHA-256: it lets one anonymous id join one identified app user,
/// once and within `ttlSeconds`.
package struct CreateMergeTicket: TenantCall {
    package static let function = "create_merge_ticket"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = [
        Parameter("anonymous_app_user_id", \.anonymousAppUserID),
        Parameter("app_user_id", \.appUserID),
        Parameter("digest", \.digest),
        Parameter("ttl_seconds", \.ttlSeconds),
        Parameter("idempotency_key", \.idempotencyKey),
        Parameter("request_digest", \.requestDigest),
        Parameter("as_of", \.asOf),
    ]
    package static let columns = [
        Column("expires_at", .timestamptz)
    ]

    package struct Row: Sendable {
        package let expiresAt: Timestamp
    }

    package let anonymousAppUserID: AppUserID
    package let appUserID: AppUserID
    package let digest: [UInt8]
    package let ttlSeconds: Int32
    package let idempotencyKey: String?
    package let requestDigest: [UInt8]?
    package let asOf: Timestamp?

    package init(
        anonymousAppUserID: AppUserID, appUserID: AppUserID, digest: [UInt8], ttlSeconds: Int32,
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

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(
            expiresAt: try row.next()
        )
    }
}
