import FoundationEssentials

/// What all sealed keys for RevenueCat's REST API have in common.
package enum UpstreamKey {
    /// The sealing context: a key copied to another tenant does not open.
    package static func sealingContext(of tenant: TenantID) -> String {
        "\(tenant.uuidString)/revenuecat_api_key"
    }
}
