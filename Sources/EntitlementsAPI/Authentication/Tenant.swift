import EntitlementsDatabase
import RevenueCat

/// What the API needs to know of a tenant, its webhook's secrets opened.
struct Tenant: Sendable {
    let id: TenantID
    let slug: String
    /// The header its webhook's signature comes in.
    let signatureHeader: String
    let webhookCredentials: WebhookCredentials
    /// The products of its file.
    let productIDs: Set<String>
}
