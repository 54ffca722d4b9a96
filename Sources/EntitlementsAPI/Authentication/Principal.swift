import Entitlements
import EntitlementsDatabase

/// Whom a key stands for.
struct Principal: Sendable {
    /// The key's public id.
    let keyID: String
    let kind: APIKey.Kind
    /// SHA-256 of the key's secret.
    let digest: [UInt8]
    /// The tenant of a secret or read key; an admin key has none.
    let tenantID: TenantID?
    let tenantSlug: String?
}
