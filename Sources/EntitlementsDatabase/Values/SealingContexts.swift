package import Entitlements
import FoundationEssentials

/// What all sealed issuer secrets have in common.
package enum TokenSecret {
    /// The sealing context: a secret copied to another tenant or issuer does not open.
    package static func sealingContext(of issuer: String, of tenant: TenantID) -> String {
        "\(tenant.uuidString)/token_secret/\(issuer)"
    }
}

/// What all sealed keys for RevenueCat's REST API have in common.
package enum UpstreamKey {
    /// The sealing context: a key copied to another tenant does not open.
    package static func sealingContext(of tenant: TenantID) -> String {
        "\(tenant.uuidString)/revenuecat_api_key"
    }
}

/// What all sealed webhook secrets have in common.
package enum WebhookSecret {
    /// The sealing context: a secret copied to another tenant or kind does not open.
    package static func sealingContext(
        _ mechanism: WebhookMechanism, of tenant: TenantID
    ) -> String {
        "\(tenant.uuidString)/\(mechanism.rawValue)"
    }
}
