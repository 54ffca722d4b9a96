import Entitlements
import EntitlementsDatabase
import Postgres

extension DatabaseOption.Installation {
    /// The keys and secrets of a tenant in the data directory of `hearth up`.
    ///
    /// A tenant of one's own gets them the first time, and keeps them.
    func keys(of slug: String) async throws -> KeyRing.TenantKeys {
        let tenant = try await tenantID(slug)
        let mechanisms = try await mechanisms(of: tenant)
        let provisioning = Provisioning(
            database: database, secretBox: try secretBox())
        return try await directory.changeKeys { ring in
            var random = SystemRandomNumberGenerator()
            var keys = ring.tenants[slug] ?? .random(using: &random)
            keys.complete(for: mechanisms, using: &random)
            keys = try await provisioning.provision(keys, of: tenant)
            ring.tenants[slug] = keys
            return keys
        }
    }

    /// The live secrets that a tenant's webhooks need, by mechanism.
    func webhookSecrets(of slug: String) async throws -> [WebhookMechanism: String] {
        if isPrivate { return try await keys(of: slug).webhookSecrets }
        let tenant = try await tenantID(slug)
        let stored = try await database.call(GetWebhookSecrets(), in: tenant)
        var secrets: [WebhookMechanism: String] = [:]
        for mechanism in try await mechanisms(of: tenant) {
            let slots = stored.filter { $0.kind == mechanism.rawValue }.map(\.sealed)
            guard !slots.isEmpty else {
                throw OperatorMessage(
                    "the event was not sent",
                    why: "\(slug) has no webhook secret of the kind \(mechanism.rawValue)",
                    advice: "Set one with `hearth tenants secrets set \(slug) "
                        + "--kind \(mechanism.rawValue)`.",
                    exitStatus: .missing)
            }
            let opened = try secretBox().openSome(
                of: slots, for: WebhookSecret.sealingContext(mechanism, of: tenant))
            secrets[mechanism] = String(decoding: opened[0], as: UTF8.self)
        }
        return secrets
    }

    private func mechanisms(of tenant: TenantID) async throws -> [WebhookMechanism] {
        let words = try await definition(of: tenant)["webhooks"]?["authentication"]?.array ?? []
        return words.compactMap { $0.string.flatMap(WebhookMechanism.init) }
    }

    /// The tenant's present definition, as JSON.
    func definition(of tenant: TenantID) async throws -> JSONValue {
        try JSONParser.parse(await database.callOne(GetDefinition(), in: tenant).definition)
    }
}
