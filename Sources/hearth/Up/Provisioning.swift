import Entitlements
import EntitlementsAPI
import EntitlementsDatabase
import Logging
import Postgres

/// Writes a key ring to the database: the tenants, their keys and webhook secrets, and the demo's
/// RevenueCat key.
///
/// Idempotent. If a key was revoked, creates another; if a webhook secret was rotated, adopts it.
/// So the returned ring always works. Nothing that another key sealed is replaced.
struct Provisioning: Sendable {
    let database: Database
    let secretBox: SecretBox

    /// The RevenueCat API keys, by the tenant's slug.
    var upstreamKeys: [String: String] = [:]

    func provision(_ definitions: [TenantDefinition], with keys: KeyRing) async throws -> KeyRing {
        var keys = keys
        keys.adminKey = try await usableKey(keys.adminKey) {
            try await database.callOne(CreateAdminKey(keyID: $0.keyID, digest: $0.digest))
        }
        try await withThrowingTaskGroup(of: (String, KeyRing.TenantKeys).self) { group in
            for definition in definitions {
                let slug = definition.slug.rawValue
                guard let tenantKeys = keys.tenants[slug] else { continue }
                group.addTask { (slug, try await provision(definition, with: tenantKeys)) }
            }
            for try await (slug, tenantKeys) in group {
                keys.tenants[slug] = tenantKeys
            }
        }
        return keys
    }

    private func provision(
        _ definition: TenantDefinition, with keys: KeyRing.TenantKeys
    ) async throws -> KeyRing.TenantKeys {
        let tenant = try await database.callOne(
            ApplyTenant(
                definition, source: nil, appliedBy: "hearth up", allowsRemoval: true)
        ).tenantID
        let keys = try await provision(keys, of: tenant)
        if let key = upstreamKeys[definition.slug.rawValue] {
            let context = UpstreamKey.sealingContext(of: tenant)
            if let stored = try await database.call(GetUpstream(), in: tenant).first,
                (try? secretBox.open(stored.sealedKey, for: context)) == nil
            {
                throw Self.sealedByAnotherKey
            }
            let sealed = try secretBox.seal(Array(key.utf8), for: context)
            _ = try await database.callOne(SetUpstreamKey(sealed: sealed), in: tenant)
        }
        return keys
    }

    /// Writes the keys and secrets of an applied tenant.
    func provision(
        _ keys: KeyRing.TenantKeys, of tenant: TenantID
    ) async throws -> KeyRing.TenantKeys {
        var keys = keys
        for key in [\KeyRing.TenantKeys.secretKey, \.readKey] {
            keys[keyPath: key] = try await usableKey(keys[keyPath: key]) {
                try await database.callOne(
                    CreateAPIKey(
                        keyID: $0.keyID, kind: $0.kind.rawValue, digest: $0.digest,
                        actor: OperatorAPI.actorName),
                    in: tenant)
            }
        }
        let stored = try await database.call(GetWebhookSecrets(), in: tenant)
        for (mechanism, secret) in keys.webhookSecrets {
            keys.webhookSecrets[mechanism] = try await usableSecret(
                secret, mechanism, of: tenant, stored.filter { $0.kind == mechanism.rawValue })
        }
        return keys
    }

    /// Returns the key if the database accepts it, else a new one.
    private func usableKey(
        _ key: APIKey, create: (APIKey) async throws -> Void
    ) async throws -> APIKey {
        if try await isKnown(key) { return key }
        try await create(key)
        if try await isKnown(key) { return key }
        var random = SystemRandomNumberGenerator()
        let replacement = APIKey.generate(kind: key.kind, using: &random)
        try await create(replacement)
        return replacement
    }

    private func isKnown(_ key: APIKey) async throws -> Bool {
        try await database.call(AuthenticateAPIKey(keyID: key.keyID)).first
            .map { key.matches(digest: $0.digest) } ?? false
    }

    /// Returns the database's secret of the first slot that opens, or stores ours if there is none.
    private func usableSecret(
        _ secret: String, _ mechanism: WebhookMechanism, of tenant: TenantID,
        _ stored: [GetWebhookSecrets.Row]
    ) async throws -> String {
        let context = WebhookSecret.sealingContext(mechanism, of: tenant)
        let opened = stored.sorted { $0.slot < $1.slot }.lazy
            .compactMap { try? secretBox.open($0.sealed, for: context) }
        if let first = opened.first { return String(decoding: first, as: UTF8.self) }
        guard stored.isEmpty else { throw Self.sealedByAnotherKey }
        let sealed = try secretBox.seal(Array(secret.utf8), for: context)
        _ = try await database.callOne(
            SetSecret(kind: mechanism.rawValue, name: "", slot: 1, sealed: sealed), in: tenant)
        return secret
    }

    private static let sealedByAnotherKey = OperatorMessage(
        "the database's secrets cannot be opened",
        why: "they were sealed with another encryption key",
        advice: "Set HEARTH_ENCRYPTION_KEY to the key that sealed them, or start with the data "
            + "directory that has it in keys.json.",
        exitStatus: .invalidConfiguration)
}
