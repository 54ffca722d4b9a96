import ArgumentParser
import Entitlements

/// Seals the secrets of all tenants with another encryption key.
struct KeyRotateEncryption: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate-encryption",
        abstract: "Seal every secret in the database with a new encryption key.",
        discussion: """
            Set HEARTH_ENCRYPTION_KEY to the new key and HEARTH_PREVIOUS_ENCRYPTION_KEY to the \
            one before, for this command and first for all servers: with both keys a server opens \
            either. Safe to repeat. Afterwards HEARTH_PREVIOUS_ENCRYPTION_KEY is not needed.
            """)

    @Flag(help: "Say how many secrets would be sealed anew, and change nothing.")
    var dryRun = false

    @OptionGroup var database: DatabaseOption

    func run() async throws {
        guard try Configuration.fromEnvironment().hasBothEncryptionKeys else {
            throw OperatorMessage(
                "there is no key to rotate to",
                why: "HEARTH_ENCRYPTION_KEY and HEARTH_PREVIOUS_ENCRYPTION_KEY must both be set",
                advice:
                    "HEARTH_ENCRYPTION_KEY is the new key; `openssl rand -base64 32` makes one.",
                exitStatus: .invalidConfiguration)
        }
        try await database.run { installation in
            let secrets = SealedSecrets(
                database: installation.database, secretBox: try installation.secretBox())
            let count = try await secrets.reseal(isDryRun: dryRun)
            let words = count == 1 ? "1 secret" : "\(count) secrets"
            print(
                dryRun ? "\(words) would be sealed anew" : "\(words) sealed anew with the new key")
        }
    }
}
