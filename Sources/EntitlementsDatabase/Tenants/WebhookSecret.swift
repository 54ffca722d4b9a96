package import Entitlements
import FoundationEssentials

/// What the sealed secrets of webhooks have in common, whoever writes or reads them.
package enum WebhookSecret {
    /// The place that a secret is sealed for: copied to another tenant or kind, it does not open.
    package static func sealingContext(
        _ mechanism: WebhookMechanism, of tenant: TenantID
    ) -> String {
        "\(tenant.uuidString)/\(mechanism.rawValue)"
    }
}
