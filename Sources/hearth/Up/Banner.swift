import Entitlements
import EntitlementsAPI

/// The text that `hearth up` prints when ready: where to look, then lines to paste.
///
/// It holds no key: `hearth env` prints those of a tenant.
struct Banner {
    let address: String
    /// Signs in to the console once; nil if it is off.
    let console: ConsoleLink?
    /// The simulated RevenueCat's address; nil if there is none.
    let simulator: String?
    let tenants: [TenantDefinition]
    /// As it was called: `hearth`, or a path.
    let program: String
    /// Nil for the usual one.
    let dataDirectory: String?

    var text: String {
        let tenant = tenants.first { $0.slug.rawValue == Demo.slug } ?? tenants.first
        let places: [(String, ShownLine)?] = [
            ("Documentation", "\(address)/docs"),
            console.map { ("Console", "\($0.url)   (signs in once, within ten minutes)") },
            simulator.map {
                ("Simulator", "\($0)   (plays RevenueCat; its customers are made up)")
            },
        ]
        return """

            Hearth is up at \(address)   (Ctrl-C stops it)

            \(Card(places.compactMap(\.self)).lines.map { $0.text() }.joined(separator: "\n"))

            \(tenant.map(firstLines) ?? "")
            """
    }

    /// What to paste: the variables, then questions that use them.
    private func firstLines(for tenant: TenantDefinition) -> String {
        let directory = dataDirectory.map { " --data-directory \($0)" } ?? ""
        let variables = ["ADDRESS", "READ_KEY", "SECRET_KEY"]
        let simulated = simulator.map { _ in "SIMULATOR" }
        let names = (variables + [simulated].compactMap(\.self)).joined(separator: ", ")
        return """
            In another terminal, begin with this line. It sets \(names) for \(tenant.name):

              source <(\(program) env \(tenant.slug.rawValue)\(directory))

            \(questions(about: tenant))
            """
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
