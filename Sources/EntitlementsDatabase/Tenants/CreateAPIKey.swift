package import Postgres

/// Stores the digest of a tenant's new key, of kind `secret` or `read`.
///
/// Fails with `api_key_exists`.
package struct CreateAPIKey: TenantCall {
    package static let function = "create_api_key"
    package static let access = FunctionAccess.write
    package static let parameters = [
        Parameter("key_id", .text),
        Parameter("kind", .text),
        Parameter("digest", .bytea),
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

    package func encode(into arguments: inout Arguments) throws(PostgresError) {
        try arguments.append(keyID)
        try arguments.append(kind)
        try arguments.append(digest)
    }
}
