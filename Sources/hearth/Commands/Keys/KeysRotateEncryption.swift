import ArgumentParser
import Entitlements
import EntitlementsDatabase

/// Seals the secrets of all tenants with another encryption key.
struct KeysRotateEncryption: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate-encryption",
        abstract: "Seal every secret in the database with a new encryption key.",
        discussion: """
            Set HEARTH_ENCRYPTION_KEY to the new key and HEARTH_PREVIOUS_ENCRYPTION_KEY to the \
            old one, first for all servers and then for this command, because a server with both \
            keys opens secrets of either. Refused while a running server lacks the new key. Safe \
            to repeat. Afterwards you can remove HEARTH_PREVIOUS_ENCRYPTION_KEY.

            Example: hearth keys rotate-encryption --dry-run
            """)

    @Flag(help: "Say how many secrets would be sealed again, and change nothing.")
    var dryRun = false

    @Flag(help: "Seal them even if running servers lack the new key, and could not open them.")
    var force = false

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
            let secretBox = try installation.secretBox()
            let lacking = try await Self.serversLacking(secretBox.keyID, installation.database)
            if !lacking.isEmpty, !dryRun, !force { throw Self.refusal(for: lacking) }
            let secrets = SealedSecrets(database: installation.database, secretBox: secretBox)
            let count = try await secrets.reseal(isDryRun: dryRun)
            let words = count == 1 ? "1 secret" : "\(count) secrets"
            print(
                "\(words) \(dryRun ? "would be" : "were") sealed with the new key")
            // Another may have started meanwhile.
            for server in try await Self.serversLacking(secretBox.keyID, installation.database) {
                printLine("  ! lacks the new key: \(server)")
            }
        }
    }

    /// The names of the running servers that do not hold a key.
    private static func serversLacking(
        _ keyID: String, _ database: Database
    ) async throws -> [String] {
        try await database.call(ListServers())
            .filter { !$0.keyIDs.contains(keyID) }
            .map { $0.serverName.isEmpty ? "a server of an older release" : $0.serverName }
    }

    private static func refusal(for servers: [String]) -> OperatorMessage {
        OperatorMessage(
            "no secret was sealed with the new key",
            why: "running servers (host/process) lack the new key and could not open them: "
                + servers.joined(separator: ", "),
            advice: "Restart these servers with both keys, then repeat. A server that was killed "
                + "counts for three minutes. --force seals them anyway.",
            exitStatus: .temporaryFailure)
    }
}
