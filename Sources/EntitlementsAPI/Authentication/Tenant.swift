import EntitlementsDatabase
import RevenueCat

/// The tenant as the API needs it, with opened webhook secrets.
struct Tenant: Sendable {
    let id: TenantID
    let slug: String
    /// The header that contains the webhook's signature.
    let signatureHeader: String
    let webhookCredentials: WebhookCredentials
    /// The products in the tenant file.
    let productIDs: Set<String>
    /// How many changes one end user may ask for in a minute.
    let writesPerMinute: Int
    /// The pages and web views that may call `/v1/me` from another origin.
    let origins: Set<String>
}
