package import Entitlements
import FoundationEssentials

/// What all sealed webhook secrets have in common.
package enum WebhookSecret {
    /// The sealing context: a secret copied to another tenant or kind does not open.
    package static func sealingContext(
        _ mechanism: WebhookMechanism, of tenant: TenantID
    ) -> String {
        "\(tenant.uuidString)/\(mechanism.rawValue)"
    }
}
