import Entitlements
import EntitlementsDatabase
import RevenueCat

/// Finds tenants by name and opens their webhook secrets.
struct TenantDirectory: Sendable {
    let database: Database
    let cache: CredentialCache
    let secretBox: SecretBox

    /// Returns the tenant; nil if the name is unknown.
    func tenant(named slug: String) async throws -> Tenant? {
        guard TenantSlug(rawValue: slug) != nil else { return nil }
        return try await cache.tenants.value(for: slug) {
            guard let row = try await database.call(FindTenant(slug: slug)).first
            else { return nil }
            let secrets = try await database.call(GetWebhookSecrets(), in: row.tenantID)
            return Tenant(slug, row, secrets, opening: secretBox)
        }
    }
}

extension Tenant {
    /// Opens each secret with its own sealing context; one that does not open is as none, while the
    /// other slot opens.
    fileprivate init(
        _ slug: String, _ row: FindTenant.Row, _ secrets: [GetWebhookSecrets.Row],
        opening secretBox: SecretBox
    ) {
        id = row.tenantID
        self.slug = slug
        signatureHeader = row.signatureHeader
        var credentials = WebhookCredentials(requiring: [])
        if row.requiresAuthorization { credentials.required.insert(.authorization) }
        if row.requiresSignature { credentials.required.insert(.signature) }
        for secret in secrets {
            guard let mechanism = WebhookMechanism(rawValue: secret.kind) else { continue }
            let context = WebhookSecret.sealingContext(mechanism, of: row.tenantID)
            guard let opened = try? secretBox.open(secret.sealed, for: context) else {
                credentials.unreadable.insert(mechanism)
                continue
            }
            switch mechanism {
            case .authorization: credentials.authorizationValues.append(opened)
            case .signature: credentials.signingSecrets.append(opened)
            }
        }
        if !credentials.authorizationValues.isEmpty {
            credentials.unreadable.remove(.authorization)
        }
        if !credentials.signingSecrets.isEmpty { credentials.unreadable.remove(.signature) }
        webhookCredentials = credentials
        productIDs = Set(row.productIDs)
        origins = Set(row.origins)
        writesPerMinute =
            row.writesPerMinute.map(Int.init)
            ?? TenantDefinition.EndUserRules.defaultWritesPerMinute
    }
}
