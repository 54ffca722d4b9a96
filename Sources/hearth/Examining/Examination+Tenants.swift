import Curl
import Entitlements
import EntitlementsAPI
import EntitlementsDatabase
import Tokens

/// The checks of each tenant.
extension Examination {
    /// A set of keys that an issuer of a tenant publishes.
    private struct PublishedKeys: Sendable {
        let tenant: String
        let url: KeySetURL
        let algorithms: Set<TokenAlgorithm>
    }

    private static let maximumFetchesAtOnce = 8

    func examineTenants(_ database: Database) async throws {
        var published: [PublishedKeys] = []
        var count = 0
        try await ListTenants.forEach(in: database) { tenant in
            count += 1
            let seen = try await database.callOne(ExamineTenant(), in: tenant.tenantID)
            let findings = seen.findings(
                of: tenant.slug, now: systemTime(),
                isDevelopment: target.configuration.isDevelopment)
            for finding in findings { note(finding) }
            for row in try await database.call(GetTokenIssuers(), in: tenant.tenantID) {
                let issuer = TenantDefinition.TokenIssuer(row)
                let isSecretMissing = row.firstSecret == nil && row.secondSecret == nil
                if isSecretMissing, issuer.algorithms.contains(.hs256) {
                    note(.missingTokenSecret(of: issuer.issuer, tenant: tenant.slug))
                }
                guard let url = issuer.keySetURL else { continue }
                published.append(
                    PublishedKeys(
                        tenant: tenant.slug, url: url,
                        algorithms: issuer.algorithms.filter(\.hasPublicKey)))
            }
        }
        if count == 0 {
            note(
                .warn(
                    "tenants", "there is no tenant",
                    advice: "Create one with `hearth tenants apply <file>`."))
        }
        await examine(published)
    }

    /// Notes whether the keys of issuers can be fetched, a few at once.
    private func examine(_ published: [PublishedKeys]) async {
        let http = HTTPClient(configuration: HTTPClient.Configuration())
        let keySets = KeySets(
            http: http, allowsLoopback: target.configuration.isDevelopment, now: monotonicTime,
            onFailure: { _, _ in })
        await withTaskGroup(of: Void.self) { group in
            group.addTask { try? await http.run() }
            await withTaskGroup(of: Void.self) { fetches in
                for (index, keys) in published.enumerated() {
                    if index >= Self.maximumFetchesAtOnce { await fetches.next() }
                    fetches.addTask { [self] in
                        do throws(KeySetError) {
                            try await keySets.fetch(keys.url, for: keys.algorithms)
                            note(
                                .ok(
                                    "issuer_keys", of: keys.tenant,
                                    "\(keys.url.rawValue) lists keys"))
                        } catch {
                            note(.unreachableKeys(at: keys.url, of: keys.tenant, because: error))
                        }
                    }
                }
            }
            group.cancelAll()
        }
    }
}

extension ExamineTenant.Row {
    private static let quietAfterSeconds: Int64 = 86_400

    func findings(of tenant: String, now: Timestamp, isDevelopment: Bool) -> [Finding] {
        [
            secrets(of: tenant, isDevelopment: isDevelopment), webhooks(of: tenant, now: now),
            .refusedWebhooks(refused, of: tenant, acceptedAt: receivedAt),
            key(of: tenant), products(of: tenant),
        ]
    }

    private func secrets(of tenant: String, isDevelopment: Bool) -> Finding {
        guard requiresSecret else {
            return .warn(
                "webhook_secret", of: tenant, "the tenant file asks for no webhook secret",
                advice: "Anyone who knows the address can send purchases: set "
                    + "webhooks: authentication in the tenant file.")
        }
        guard let kind = missingSecrets.first else {
            return .ok("webhook_secret", of: tenant, "every secret that the tenant file asks for")
        }
        let names = missingSecrets.joined(separator: " and ")
        let advice =
            kind == "signature"
            ? "RevenueCat's dashboard shows the signing secret: hearth tenants secrets set "
                + "\(tenant) --kind signature --stdin"
            : "hearth tenants secrets set \(tenant) --kind \(kind); enter it in RevenueCat's "
                + "dashboard."
        return isDevelopment
            ? .warn(
                "webhook_secret", of: tenant,
                "no \(names) is set: in production, webhooks are "
                    + "refused", advice: advice)
            : .fail(
                "webhook_secret", of: tenant, "no \(names) is set: webhooks are refused",
                advice: advice, exitStatus: .invalidConfiguration)
    }

    private func webhooks(of tenant: String, now: Timestamp) -> Finding {
        if let refusedSince {
            return .fail(
                "webhooks", of: tenant, "they are refused since \(refusedSince.rfc3339)",
                advice: refused == nil
                    ? "None came in the last 24 hours: look at the deliveries in RevenueCat's "
                        + "dashboard."
                    : "`refused_webhooks` of the tenant says why.")
        }
        guard let receivedAt else {
            return .warn(
                "webhooks", of: tenant, "none was ever received",
                advice: "Enter https://<this host>/v1/webhooks/revenuecat/\(tenant) in "
                    + "RevenueCat's dashboard, and send a test event.")
        }
        let words = "the last came at \(receivedAt.rfc3339)"
        guard now.secondsSinceEpoch - receivedAt.secondsSinceEpoch > Self.quietAfterSeconds else {
            return .ok("webhooks", of: tenant, words)
        }
        return .warn(
            "webhooks", of: tenant, "\(words), more than a day ago",
            advice: "A quiet app is no fault. Otherwise look at the deliveries in RevenueCat's "
                + "dashboard.")
    }

    private func key(of tenant: String) -> Finding {
        let setting = "hearth tenants secrets set \(tenant) --kind revenuecat-api-key < key.txt"
        return switch keyState {
        case "recognised":
            .ok("revenuecat_key", of: tenant, "it reads the project that sends the webhooks")
        case "missing":
            .warn(
                "revenuecat_key", of: tenant, "none is set: missed webhooks are not made up for",
                advice: setting)
        case "refused":
            .fail(
                "revenuecat_key", of: tenant, "RevenueCat refuses it",
                advice: "Is it revoked, or of the other API version? \(setting)",
                exitStatus: .invalidConfiguration)
        case "not_recognised":
            .fail(
                "revenuecat_key", of: tenant,
                "it reads a project that has none of the purchases of the webhooks",
                advice: "Take the key of the project that sends the webhooks. \(setting)",
                exitStatus: .invalidConfiguration)
        default:
            .warn(
                "revenuecat_key", of: tenant, "no snapshot has listed a purchase yet",
                advice: "The first webhook decides whether it is the right project's.")
        }
    }

    private func products(of tenant: String) -> Finding {
        guard !unknownProducts.isEmpty else {
            return .ok("products", of: tenant, "every product that was sold is in the tenant file")
        }
        return .fail(
            "products", of: tenant,
            "sold and not in the tenant file: \(unknownProducts.joined(separator: ", "))",
            advice: "Add them and `hearth tenants apply` the file: the buyers have them at once.")
    }
}

extension Finding {
    static func missingTokenSecret(of issuer: String, tenant: String) -> Finding {
        .fail(
            "issuer_keys", of: tenant, "\(issuer) signs with a secret, and none is set",
            advice: "hearth tenants secrets set \(tenant) --kind token-secret --issuer \(issuer)",
            exitStatus: .invalidConfiguration)
    }

    static func unreachableKeys(
        at url: KeySetURL, of tenant: String, because error: KeySetError
    ) -> Finding {
        .fail(
            "issuer_keys", of: tenant, "\(url.rawValue): \(error)",
            advice: "Is jwks_url in the tenant file right, and reachable from here?",
            exitStatus: .unavailable)
    }
}
