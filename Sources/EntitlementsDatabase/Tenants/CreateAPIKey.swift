package import Postgres

/// Stores the digest of a tenant's new key, of kind `secret` or `read`.
///
/// Fails with `api_key_exists`.
package struct CreateAPIKey: TenantCall {
    package static let function = "create_api_key"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = [
        Parameter("key_id", \.keyID),
        Parameter("kind", \.kind),
        Parameter("digest", \.digest),
    ]

    package typealias Row = Void

    package let keyID: String
    package let kind: String
    package let digest: [UInt8]

    package init(keyID: String, kind: String, digest: [UInt8]) {
        self.keyID = keyID
        self.kind = kind
        self.digest = digest
    }
}
