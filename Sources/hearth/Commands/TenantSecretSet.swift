import ArgumentParser
import Entitlements
import EntitlementsDatabase
import Glibc

extension WebhookMechanism: ExpressibleByArgument {}

/// Seals a webhook secret and keeps it.
struct TenantSecretSet: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Keep a webhook secret: a new one, or one read from standard input.",
        discussion: """
            An Authorization value is made here, shown once, and entered in RevenueCat's \
            dashboard. A signing secret is made by RevenueCat and piped in here with --stdin.
            """)

    @Argument(help: "The tenant's slug.")
    var tenant: String

    @Option(help: "What the secret is for: authorization or signature.")
    var kind: WebhookMechanism

    @Option(help: "Slot 1 or 2; both are live.")
    var slot: Int32 = 1

    @Flag(help: "Read the secret from standard input and do not show it.")
    var stdin = false

    @OptionGroup var database: DatabaseOption

    private static let maximumSecretBytes = 1_024

    func validate() throws {
        guard (1...2).contains(slot) else { throw ValidationError("--slot must be 1 or 2.") }
    }

    func run() async throws {
        var random = SystemRandomNumberGenerator()
        let secret =
            stdin ? try Self.readSecret() : WebhookSecretText.random(kind, using: &random)
        try await database.run { installation in
            let id = try await installation.tenantID(tenant)
            let sealed = try installation.secretBox().seal(
                Array(secret.utf8), for: WebhookSecret.sealingContext(kind, of: id))
            try await installation.database.callOne(
                SetWebhookSecret(kind: kind.rawValue, slot: slot, sealed: sealed), in: id)
        }
        print(stdin ? "\(tenant): slot \(slot) of \(kind.rawValue) is set" : secret)
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

/// Forgets a webhook secret.
struct TenantSecretDelete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Forget a webhook secret; what is signed with it is refused.")

    @Argument(help: "The tenant's slug.")
    var tenant: String

    @Option(help: "What the secret is for: authorization or signature.")
    var kind: WebhookMechanism

    @Option(help: "Slot 1 or 2.")
    var slot: Int32

    @OptionGroup var database: DatabaseOption

    func run() async throws {
        try await database.run { installation in
            let id = try await installation.tenantID(tenant)
            try await installation.database.callOne(
                DeleteWebhookSecret(kind: kind.rawValue, slot: slot), in: id)
        }
        print("\(tenant): slot \(slot) of \(kind.rawValue) is empty")
    }
}
