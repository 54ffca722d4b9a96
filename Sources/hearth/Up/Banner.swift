import Entitlements
import EntitlementsAPI

/// The text that `hearth up` prints when ready: its address, keys, and lines to paste.
struct Banner {
    let address: String
    /// The simulated RevenueCat's address; nil if there is none.
    let simulator: String?
    let keys: KeyRing
    let tenants: [TenantDefinition]
    let dataDirectory: String

    var text: String {
        let tenant = tenants.first { $0.slug.rawValue == Demo.slug } ?? tenants.first
        return """

            Hearth is up at \(address)   (Ctrl-C stops it)

            Admin key   \(keys.adminKey.text)
            \(tenants.map(keyLines).joined(separator: "\n"))

            All of them are in \(dataDirectory)/keys.json and work at every start.

            \(tenant.map(examples) ?? "")
            """
    }

    private func keyLines(of tenant: TenantDefinition) -> String {
        let slug = tenant.slug.rawValue
        guard let keys = keys.tenants[slug] else { return "" }
        let secrets = keys.webhookSecrets.sorted { $0.key.rawValue < $1.key.rawValue }.map {
            "  webhook \($0.key.rawValue)   \($0.value)"
        }
        let lines = [
            "  secret key   \(keys.secretKey.text)", "  read key     \(keys.readKey.text)",
        ]
        return (["\(tenant.name) (\(slug))"] + lines + secrets).joined(separator: "\n")
    }

    private func examples(for tenant: TenantDefinition) -> String {
        let slug = tenant.slug.rawValue
        guard let keys = keys.tenants[slug] else { return "" }
        let person = DemoPeople.activePerson
        let entitlement = tenant.entitlements.first?.id.rawValue ?? ""
        let feature = tenant.features.first?.id.rawValue ?? ""
        let read = "-H 'Authorization: Bearer \(keys.readKey.text)'"
        return """
            The entitlements of an app user:
              curl -s \(address)/v1/users/\(person)/entitlements \(read)

            Whether they may use a feature:
              curl -s \(address)/v1/users/\(person)/features/\(feature) \(read)

            Several app users at once:
              curl -s \(address)/v1/entitlements/check \(read) -H 'Content-Type: application/json' \
            -d '{"checks": [{"app_user_id": "\(person)", "entitlement_id": "\(entitlement)"}, \
            {"app_user_id": "demo_expired", "entitlement_id": "\(entitlement)"}]}'

            Another member of their household, who pays nothing; and the household:
              curl -s \(address)/v1/users/\(DemoHousehold.member)/entitlements \(read)
              curl -s \(address)/v1/users/\(DemoHousehold.member)/household \(read)

            \(simulator.map { purchase(at: $0, of: tenant, read) } ?? "")
            """
    }

    private func purchase(at simulator: String, of tenant: TenantDefinition, _ read: String)
        -> String
    {
        let product = tenant.products.first?.id.rawValue ?? ""
        return """
            RevenueCat is simulated at \(simulator) for \(tenant.name). A customer buys:
              curl -s \(simulator)/control/acts -H 'Content-Type: application/json' \
            -d '{"act": "purchase", "app_user_id": "u_42", "product_id": "\(product)"}'
              curl -s \(address)/v1/users/u_42/entitlements \(read)

            """
    }
}
