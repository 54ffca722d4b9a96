import Entitlements
import EntitlementsDatabase

/// The holder of a key.
struct Principal: Sendable {
    /// The key's public id.
    let keyID: String
    let kind: APIKey.Kind
    /// SHA-256 of the key's secret.
    let digest: [UInt8]
    /// The tenant of the key; nil for an admin key.
    let tenantID: TenantID?
    let tenantSlug: String?
    /// Who or what has the key; nil if the key has no name.
    let name: String?
}
