import Entitlements

/// The keys and secrets of a data directory: made at its first start and the same at every other.
///
/// Only this file holds them in the clear; the database has digests and sealed bytes.
struct KeyRing: Sendable, Equatable {
    var encryptionKey: [UInt8]
    var adminKey: APIKey

    /// By the tenant's slug.
    var tenants: [String: TenantKeys]

    /// What a tenant's callers prove themselves with.
    struct TenantKeys: Sendable, Equatable {
        var secretKey: APIKey
        var readKey: APIKey

        /// By mechanism; only those that the tenant requires are there.
        var webhookSecrets: [WebhookMechanism: String]

        /// Adds what the tenant requires and is not there yet.
        mutating func complete(
            for definition: TenantDefinition, using random: inout some RandomNumberGenerator
        ) {
            for mechanism in definition.webhooks.authentication
            where webhookSecrets[mechanism] == nil {
                webhookSecrets[mechanism] = WebhookSecretText.random(mechanism, using: &random)
            }
        }
    }

    static func random(using random: inout some RandomNumberGenerator) -> KeyRing {
        KeyRing(
            encryptionKey: (0..<SecretBox.keyByteCount).map { _ in
                UInt8.random(in: .min ... .max, using: &random)
            },
            adminKey: .generate(kind: .admin, using: &random), tenants: [:])
    }

    /// Adds keys for the tenants that have none.
    mutating func complete(
        for definitions: [TenantDefinition], using random: inout some RandomNumberGenerator
    ) {
        for definition in definitions {
            var keys =
                tenants[definition.slug.rawValue]
                ?? TenantKeys(
                    secretKey: .generate(kind: .secret, using: &random),
                    readKey: .generate(kind: .read, using: &random), webhookSecrets: [:])
            keys.complete(for: definition, using: &random)
            tenants[definition.slug.rawValue] = keys
        }
    }
}

/// Secrets that RevenueCat's dashboard is given, or gives.
enum WebhookSecretText {
    private static let randomBytes = 24

    /// An Authorization value has its scheme in it, for RevenueCat sends it as it is.
    static func random(
        _ mechanism: WebhookMechanism, using random: inout some RandomNumberGenerator
    ) -> String {
        let digits = (0..<randomBytes * 2).map { _ in
            String(UInt8.random(in: 0..<16, using: &random), radix: 16)
        }.joined()
        return switch mechanism {
        case .authorization: "Bearer \(digits)"
        case .signature: "whsec_\(digits)"
        }
    }
}
