import FoundationEssentials

/// What the sealed secrets of issuers have in common, whoever writes or reads them.
package enum TokenSecret {
    /// The place that a secret is sealed for: copied to another tenant or issuer, it does not open.
    package static func sealingContext(of issuer: String, of tenant: TenantID) -> String {
        "\(tenant.uuidString)/token_secret/\(issuer)"
    }
}
