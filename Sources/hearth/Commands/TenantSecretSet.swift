import ArgumentParser
import Entitlements
import EntitlementsDatabase
import Glibc
import Tokens

/// Seals and stores a tenant's secret.
struct TenantSecretSet: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Store a secret: a generated one, or one read from standard input.",
        discussion: """
            An Authorization value is generated here, printed once, and entered in RevenueCat's \
            dashboard. RevenueCat generates a signing secret; pipe it in with --stdin. An API key \
            and a token issuer's secret are always read from standard input.
            """)

    @Argument(help: "The tenant's slug.")
    var tenant: String

    @Option(help: TenantSecret.help)
    var kind: TenantSecret

    @Option(help: TenantSecret.slotHelp)
    var slot: Int32?

    @Option(help: TenantSecret.issuerHelp)
    var issuer: String?

    @Flag(help: "Read the secret from standard input and do not print it.")
    var stdin = false

    @OptionGroup var database: DatabaseOption

    private static let maximumSecretBytes = 1_024

    func validate() throws {
        try kind.validate(slot: slot, issuer: issuer)
    }

    func run() async throws {
        switch kind {
        case .authorization: try await setWebhookSecret(.authorization)
        case .signature: try await setWebhookSecret(.signature)
        case .revenueCatAPIKey: try await setAPIKey()
        case .tokenSecret: try await setTokenSecret(of: issuer ?? "")
        }
    }

    private func setWebhookSecret(_ mechanism: WebhookMechanism) async throws {
        var random = SystemRandomNumberGenerator()
        let slot = slot ?? 1
        let secret =
            stdin ? try Self.readSecret() : WebhookSecretText.random(mechanism, using: &random)
        try await database.run { installation in
            let id = try await installation.tenantID(tenant)
            let sealed = try installation.secretBox().seal(
                Array(secret.utf8), for: WebhookSecret.sealingContext(mechanism, of: id))
            try await installation.database.callOne(
                SetWebhookSecret(kind: mechanism.rawValue, slot: slot, sealed: sealed), in: id)
        }
        print(stdin ? "\(tenant): slot \(slot) of \(kind.rawValue) is set" : secret)
    }

    private func setAPIKey() async throws {
        let key = try Self.readSecret()
        try await database.run { installation in
            let id = try await installation.tenantID(tenant)
            let sealed = try installation.secretBox().seal(
                Array(key.utf8), for: UpstreamKey.sealingContext(of: id))
            try await installation.database.callOne(SetUpstreamKey(sealed: sealed), in: id)
        }
        print("\(tenant): \(kind.rawValue) is set")
    }

    private func setTokenSecret(of issuer: String) async throws {
        let slot = slot ?? 1
        let secret = try Self.readSecret(minimumBytes: SharedSecrets.minimumBytes)
        try await database.run { installation in
            let id = try await installation.tenantID(tenant)
            let sealed = try installation.secretBox().seal(
                Array(secret.utf8), for: TokenSecret.sealingContext(of: issuer, of: id))
            try await installation.database.callOne(
                SetTokenSecret(issuer: issuer, slot: slot, sealed: sealed), in: id)
        }
        print("\(tenant): slot \(slot) of \(kind.rawValue) is set")
    }

    private static func readSecret(minimumBytes: Int = 1) throws -> String {
        let secret = (readLine(strippingNewline: true) ?? "")
        guard (minimumBytes...maximumSecretBytes).contains(secret.utf8.count) else {
            throw OperatorMessage(
                "the secret was not set",
                why: "standard input must hold one line of \(minimumBytes) to "
                    + "\(maximumSecretBytes) bytes",
                exitStatus: .invalidData)
        }
        return secret
    }
}
