import Entitlements
import EntitlementsAPI

/// The text that `hearth up` prints when ready: lines to paste first, then all keys.
struct Banner {
    let address: String
    /// Signs in to the console once; nil if it is off.
    let console: ConsoleLink?
    /// The simulated RevenueCat's address; nil if there is none.
    let simulator: String?
    let keys: KeyRing
    let tenants: [TenantDefinition]
    let dataDirectory: String

    var text: String {
        let tenant = tenants.first { $0.slug.rawValue == Demo.slug } ?? tenants.first
        return """

            Hearth is up at \(address)   (Ctrl-C stops it)
            \(console.map(consoleLine) ?? "")
            \(tenant.map(firstLines) ?? "")
            All keys; \(dataDirectory)/keys.json has them, and they work at every start:

            Admin key   \(keys.adminKey.text)
            \(tenants.map(keyLines).joined(separator: "\n"))

            """
    }

    private func consoleLine(_ link: ConsoleLink) -> String {
        "The console: \(link.url)   (signs in once, within ten minutes)\n"
    }

    /// What to paste: the variables, then questions that use them.
    private func firstLines(for tenant: TenantDefinition) -> String {
        guard let keys = keys.tenants[tenant.slug.rawValue] else { return "" }
        let variables =
            ["ADDRESS=\(address)"] + (simulator.map { ["SIMULATOR=\($0)"] } ?? [])
            + ["READ_KEY=\(keys.readKey.text)", "SECRET_KEY=\(keys.secretKey.text)"]
        return """
            Paste this into another terminal; the keys are \(tenant.name)'s:

            \(variables.joined(separator: "\n"))

            \(questions(about: tenant))
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

    private static let json = "-H 'Content-Type: application/json'"
    private static let read = "-H \"Authorization: Bearer $READ_KEY\""

    private func questions(about tenant: TenantDefinition) -> String {
        let person = DemoPeople.activePerson
        let member = DemoHousehold.member
        let entitlement = tenant.entitlements.first?.id.rawValue ?? ""
        let feature = tenant.features.first?.id.rawValue ?? ""
        return """
            The entitlements of an app user:
              curl -s $ADDRESS/v1/users/\(person)/entitlements \(Self.read)

            Whether they may use a feature:
              curl -s $ADDRESS/v1/users/\(person)/features/\(feature) \(Self.read)

            Several app users at once:
              curl -s $ADDRESS/v1/entitlements/check \(Self.read) \(Self.json) \
            -d '{"checks": [{"app_user_id": "\(person)", "entitlement_id": "\(entitlement)"}, \
            {"app_user_id": "demo_expired", "entitlement_id": "\(entitlement)"}]}'

            Another member of their household, who pays nothing; and the household:
              curl -s $ADDRESS/v1/users/\(member)/entitlements \(Self.read)
              curl -s $ADDRESS/v1/users/\(member)/household \(Self.read)

            \(simulator == nil ? "" : purchase(of: tenant))
            """
    }

    private func purchase(of tenant: TenantDefinition) -> String {
        let product = tenant.products.first?.id.rawValue ?? ""
        return """
            A customer buys at the simulated RevenueCat:
              curl -s $SIMULATOR/control/acts \(Self.json) \
            -d '{"act": "purchase", "app_user_id": "u_42", "product_id": "\(product)"}'
              curl -s $ADDRESS/v1/users/u_42/entitlements \(Self.read)

            """
    }
}
