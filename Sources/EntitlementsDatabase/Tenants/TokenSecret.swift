import FoundationEssentials

/// What all sealed issuer secrets have in common.
package enum TokenSecret {
    /// The sealing context: a secret copied to another tenant or issuer does not open.
    package static func sealingContext(of issuer: String, of tenant: TenantID) -> String {
        "\(tenant.uuidString)/token_secret/\(issuer)"
    }
}
