import Entitlements
import RevenueCat

/// The keys and secrets of a data directory: created at its first start, then kept.
///
/// Only this file holds them in the clear; the database holds digests and sealed bytes.
struct KeyRing: Sendable, Equatable {
    var encryptionKey: [UInt8]
    var adminKey: APIKey

    /// By the tenant's slug.
    var tenants: [String: TenantKeys]

    /// The keys and secrets with which a tenant's callers authenticate.
    struct TenantKeys: Sendable, Equatable {
        var secretKey: APIKey
        var readKey: APIKey

        /// By mechanism; only those that the tenant requires.
        var webhookSecrets: [WebhookMechanism: String]

        /// Adds missing secrets that the tenant requires.
        mutating func complete(
            for mechanisms: some Sequence<WebhookMechanism>,
            using random: inout some RandomNumberGenerator
        ) {
            for mechanism in mechanisms where webhookSecrets[mechanism] == nil {
                webhookSecrets[mechanism] = WebhookSecretText.random(mechanism, using: &random)
            }
        }

        static func random(using random: inout some RandomNumberGenerator) -> TenantKeys {
            TenantKeys(
                secretKey: .generate(kind: .secret, using: &random),
                readKey: .generate(kind: .read, using: &random), webhookSecrets: [:])
        }
    }

    static func random(using random: inout some RandomNumberGenerator) -> KeyRing {
        KeyRing(
            encryptionKey: (0..<SecretBox.keyByteCount).map { _ in
                UInt8.random(in: .min ... .max, using: &random)
            },
            adminKey: .generate(kind: .admin, using: &random), tenants: [:])
    }

    /// Adds keys for tenants that have none.
    mutating func complete(
        for definitions: [TenantDefinition], using random: inout some RandomNumberGenerator
    ) {
        for definition in definitions {
            var keys = tenants[definition.slug.rawValue] ?? .random(using: &random)
            keys.complete(for: definition.webhooks.authentication, using: &random)
            tenants[definition.slug.rawValue] = keys
        }
    }
}
