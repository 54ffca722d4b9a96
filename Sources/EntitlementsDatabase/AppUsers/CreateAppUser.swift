package import Entitlements
package import Postgres

/// Creates an app user under the given id, or under a new one if none is given.
///
/// An anonymous app user gets a device secret: pass its SHA-256, 32 bytes. Fails with
/// `not_anonymous`, `identify_required`, `idempotency_key_in_use` or `idempotency_key_reused`.
package struct CreateAppUser: RepeatableCall {
    package static let function = "create_app_user"
    package static let parameters: [Parameter<Self>] = [
        Parameter("app_user_id", \.appUserID),
        Parameter("kind", \.kind),
        Parameter("secret_digest", \.secretDigest),
        Parameter("idempotency_key", \.idempotencyKey),
        Parameter("request_digest", \.requestDigest),
        Parameter("as_of", \.asOf),
    ]

    package let appUserID: AppUserID?
    package let kind: String
    package let secretDigest: [UInt8]?
    package let idempotencyKey: String?
    package let requestDigest: [UInt8]?
    package let asOf: Timestamp?

    package init(
        appUserID: AppUserID?, kind: String, secretDigest: [UInt8]?, idempotencyKey: String?,
        requestDigest: [UInt8]?, asOf: Timestamp? = nil
    ) {
        self.appUserID = appUserID
        self.kind = kind
        self.secretDigest = secretDigest
        self.idempotencyKey = idempotencyKey
        self.requestDigest = requestDigest
        self.asOf = asOf
    }
}
