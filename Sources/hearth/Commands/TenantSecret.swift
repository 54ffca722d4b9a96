import ArgumentParser
import Entitlements

/// What is kept sealed for a tenant.
enum TenantSecret: String, CaseIterable, ExpressibleByArgument {
    /// What RevenueCat's webhooks prove themselves with: two slots each.
    case authorization
    case signature
    /// What people are read back from RevenueCat with: one.
    case revenueCatAPIKey = "revenuecat-api-key"

    /// Nil for what is no webhook's.
    var mechanism: WebhookMechanism? {
        switch self {
        case .authorization: .authorization
        case .signature: .signature
        case .revenueCatAPIKey: nil
        }
    }
}
