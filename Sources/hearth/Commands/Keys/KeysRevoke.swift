import ArgumentParser
import Entitlements
import EntitlementsAPI
import EntitlementsDatabase

/// Revokes an API key.
struct KeysRevoke: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke", abstract: "Revoke an API key; servers refuse it within a second.",
        discussion: "Example: hearth keys revoke $KEY_ID")

    @Argument(help: "The key's id, its third part: hearth_<kind>_<key id>_…; or the whole key.")
    var key: String

    @OptionGroup var database: DatabaseOption

    func run() async throws {
        let keyID = keyID
        try await database.run { installation in
            let database = installation.database
            guard let key = try await database.call(AuthenticateAPIKey(keyID: keyID)).first else {
                throw OperatorMessage(
                    "no key was revoked", why: "no live key has the id \(keyID)",
                    advice: "The id is the key's third part, without the secret after it.",
                    exitStatus: .missing)
            }
            if let tenant = key.tenantID {
                try await database.callOne(
                    RevokeAPIKey(keyID: keyID, actor: OperatorAPI.actorName), in: tenant)
            } else {
                try await database.callOne(RevokeAdminKey(keyID: keyID))
            }
        }
        print("\(keyID): revoked")
    }

    /// The third part of a key, also of one that was copied in part; else the text itself.
    ///
    /// A whole key is no secret any more once it is revoked.
    private var keyID: String {
        let parts = key.split(separator: "_", omittingEmptySubsequences: false)
        return parts.count >= 3 && parts[0] == "hearth" ? String(parts[2]) : key
    }
}
