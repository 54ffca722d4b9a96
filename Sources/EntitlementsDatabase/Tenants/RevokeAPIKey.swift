package import Postgres

/// Revokes a tenant's key.
///
/// Fails with `api_key_not_found`.
package struct RevokeAPIKey: TenantCall {
    package static let function = "revoke_api_key"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = [Parameter("key_id", \.keyID)]

    package typealias Row = Void

    package let keyID: String

    package init(keyID: String) {
        self.keyID = keyID
    }
}
