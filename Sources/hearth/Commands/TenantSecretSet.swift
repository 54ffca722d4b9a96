import ArgumentParser
import Entitlements
import EntitlementsDatabase
import Glibc

/// Seals a tenant's secret and keeps it.
struct TenantSecretSet: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Keep a secret: a new one, or one read from standard input.",
        discussion: """
            An Authorization value is made here, shown once, and entered in RevenueCat's \
            dashboard. A signing secret is made by RevenueCat and piped in here with --stdin. \
            So is an API key, which is never taken from anywhere else.
            """)

    @Argument(help: "The tenant's slug.")
    var tenant: String

    @Option(help: "What the secret is for: authorization, signature or revenuecat-api-key.")
    var kind: TenantSecret

    @Option(help: "Slot 1 or 2; both are live. An API key has none.")
    var slot: Int32?

    @Flag(help: "Read the secret from standard input and do not show it.")
    var stdin = false

    @OptionGroup var database: DatabaseOption

    private static let maximumSecretBytes = 1_024

    func validate() throws {
        try kind.validate(slot: slot)
    }

    func run() async throws {
        guard let mechanism = kind.mechanism else { return try await setAPIKey() }
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

    private static func readSecret() throws -> String {
        let secret = (readLine(strippingNewline: true) ?? "")
        guard (1...maximumSecretBytes).contains(secret.utf8.count) else {
            throw OperatorMessage(
                "the secret was not set",
                why: "standard input must hold one line of 1 to \(maximumSecretBytes) bytes",
                exitStatus: .invalidData)
        }
        return secret
    }
}

/// Forgets a tenant's secret.
struct TenantSecretDelete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Forget a secret; what is signed with it is refused.",
        discussion: "Without an API key nobody is read back from RevenueCat.")

    @Argument(help: "The tenant's slug.")
    var tenant: String

    @Option(help: "What the secret is for: authorization, signature or revenuecat-api-key.")
    var kind: TenantSecret

    @Option(help: "Slot 1 or 2. An API key has none.")
    var slot: Int32?

    @OptionGroup var database: DatabaseOption

    func validate() throws {
        try kind.validate(slot: slot)
        if kind.mechanism != nil, slot == nil {
            throw ValidationError("Missing expected argument '--slot <slot>'")
        }
    }

    func run() async throws {
        try await database.run { installation in
            let id = try await installation.tenantID(tenant)
            if let mechanism = kind.mechanism, let slot {
                try await installation.database.callOne(
                    DeleteWebhookSecret(kind: mechanism.rawValue, slot: slot), in: id)
            } else {
                try await installation.database.callOne(DeleteUpstreamKey(), in: id)
            }
        }
        print("\(tenant): \(slot.map { "slot \($0) of " } ?? "")\(kind.rawValue) is empty")
    }
}

extension TenantSecret {
    fileprivate func validate(slot: Int32?) throws {
        guard let slot else { return }
        guard mechanism != nil else { throw ValidationError("\(rawValue) has no --slot.") }
        guard (1...2).contains(slot) else { throw ValidationError("--slot must be 1 or 2.") }
    }
}
