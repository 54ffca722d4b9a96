package import Postgres

/// Stores the digest of a new admin key of the installation.
///
/// Fails with `api_key_exists`.
package struct CreateAdminKey: CrossTenantCall {
    package static let function = "create_admin_key"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = [
        Parameter("key_id", \.keyID),
        Parameter("digest", \.digest),
    ]

    package typealias Row = Void

    package let keyID: String
    package let digest: [UInt8]

    package init(keyID: String, digest: [UInt8]) {
        self.keyID = keyID
        self.digest = digest
    }
}
