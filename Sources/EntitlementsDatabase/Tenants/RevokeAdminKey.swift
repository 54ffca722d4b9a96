package import Postgres

/// Revokes an admin key of the installation.
///
/// Fails with `api_key_not_found`.
package struct RevokeAdminKey: CrossTenantCall {
    package static let function = "revoke_admin_key"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = [Parameter("key_id", \.keyID)]

    package typealias Row = Void

    package let keyID: String

    package init(keyID: String) {
        self.keyID = keyID
    }
}
