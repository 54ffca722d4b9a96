import ArgumentParser
import Entitlements
import EntitlementsDatabase
import RevenueCat
import Tokens

/// Seals and stores a tenant's secret.
struct TenantsSecretsSet: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Store a secret: a generated one, or one read from standard input.",
        discussion: """
            An Authorization value is generated here, printed once, and entered in RevenueCat's \
            dashboard. RevenueCat generates a signing secret; pipe it in with --stdin. An API key \
            and a token issuer's secret are always read from standard input. Without --slot, it \
            takes a free slot, and never replaces a secret.

            Example: hearth tenants secrets set myapp --kind authorization
            """)

    @Argument(help: "The tenant's slug.", completion: .tenants)
    var tenant: String

    @Option(help: TenantSecret.help)
    var kind: TenantSecret

    @Option(help: TenantSecret.slotHelp)
    var slot: Int32?

    @Option(help: TenantSecret.issuerHelp)
    var issuer: String?

    @Flag(help: "Read the secret from standard input and do not print it.")
    var stdin = false

    @Flag(help: "Seal with a new key, because the key of the other secrets is lost.")
    var newKey = false

    @Flag(help: "Say what would be set, and store nothing.")
    var dryRun = false

    @OptionGroup var database: DatabaseOption

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
        let secret = try stdin ? StandardInput.readSecret() : generatedSecret(mechanism)
        try await database.run { installation in
            let sentence = try await store(secret, in: installation) {
                WebhookSecret.sealingContext(mechanism, of: $0)
            }
            if stdin || dryRun { return print(sentence) }
            StandardStream.error.writeLine(sentence)
            print(secret)
        }
    }

    private func generatedSecret(_ mechanism: WebhookMechanism) throws -> String {
        guard !StandardInput.isGiven else {
            throw OperatorMessage(
                "the secret was not set",
                why: "standard input has data that this command would ignore",
                advice: "Add --stdin to store it, or < /dev/null to have a secret generated.",
                exitStatus: .invalidData)
        }
        var random = SystemRandomNumberGenerator()
        return WebhookSecretText.random(mechanism, using: &random)
    }

    private func setAPIKey() async throws {
        let key = try StandardInput.readSecret()
        try await database.run { installation in
            let id = try await installation.tenantID(tenant)
            let sealed = try await installation.sealingBox(isNewKey: newKey).seal(
                Array(key.utf8), for: UpstreamKey.sealingContext(of: id))
            guard !dryRun else {
                let isLive = try await !installation.database.call(GetUpstream(), in: id).isEmpty
                return print("\(tenant): \(kind.rawValue) would be \(isLive ? "replaced" : "set")")
            }
            try await installation.database.callOne(SetUpstreamKey(sealed: sealed), in: id)
            print("\(tenant): \(kind.rawValue) is set")
        }
    }

    private func setTokenSecret(of issuer: String) async throws {
        let secret = try StandardInput.readSecret(minimumBytes: SharedSecrets.minimumBytes)
        try await database.run { installation in
            print(
                try await store(secret, in: installation) {
                    TokenSecret.sealingContext(of: issuer, of: $0)
                })
        }
    }

    /// Puts a secret into its slot, and says so.
    private func store(
        _ secret: String, in installation: DatabaseOption.Installation,
        for context: (TenantID) -> String
    ) async throws -> String {
        let id = try await installation.tenantID(tenant)
        let sealed = try await installation.sealingBox(isNewKey: newKey)
            .seal(Array(secret.utf8), for: context(id))
        do {
            let used = try await installation.database.callOne(
                SetSecret(
                    kind: kind.storedKind, name: issuer ?? "", slot: slot, sealed: sealed,
                    isDryRun: dryRun), in: id)
            let verb = dryRun ? "would be" : "is"
            return "\(tenant): slot \(used.usedSlot) of \(kind.rawValue) \(verb) \(used.outcome)"
        } catch let failure as Failure where failure.code == .secretSlotsFull {
            throw OperatorMessage(
                "the secret was not set", why: "both slots are taken: add --slot 1 or --slot 2",
                advice: "This replaces the secret in that slot, which Hearth then refuses at once.",
                exitStatus: .invalidData)
        }
    }
}
