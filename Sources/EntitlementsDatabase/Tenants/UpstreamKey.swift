import FoundationEssentials

/// What the sealed keys for RevenueCat's REST API have in common, whoever writes or reads them.
package enum UpstreamKey {
    /// The place that a key is sealed for: copied to another tenant, it does not open.
    package static func sealingContext(of tenant: TenantID) -> String {
        "\(tenant.uuidString)/revenuecat_api_key"
    }
}
