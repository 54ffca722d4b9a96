import Entitlements
import EntitlementsDatabase
import Logging

/// A proof that an anonymous id belongs to the caller.
struct Proof: Sendable {
    /// The kind, by its name in the database.
    let kind: String
    /// The digest of the secret, if there is one.
    var digest: [UInt8]?
    /// The anonymous app user's own token, not yet verified.
    fileprivate var token: String?

    private static let fields = ["device_secret", "merge_ticket", "anonymous_token"]

    /// Reads the `proof` of a body; if absent, returns what the actor vouches with, or nil.
    static func read(from fields: inout BodyFields, of actor: Actor) -> Proof? {
        guard var shown = fields.optionalObject("proof", allowing: Self.fields) else {
            return actor.vouchedBy.map { Proof(kind: $0) }
        }
        let kind = shown.onlyField(of: Self.fields)
        let isToken = kind == "anonymous_token"
        let text = kind.map { shown.text($0, bytes: isToken ? 1...8_192 : 1...200) }
        fields.problems.append(contentsOf: shown.problems)
        guard let kind, let text else { return nil }
        return isToken
            ? Proof(kind: kind, token: text)
            : Proof(kind: kind, digest: SecretCode.digest(of: text))
    }
}

extension Proof {
    /// Verifies a token: it must belong to an anonymous end user with this id.
    ///
    /// Throws `proof_invalid` otherwise, without saying why.
    func verify(
        for anonymous: AppUserID?, in tenant: TenantID, by endUsers: EndUserAuthentication,
        _ logger: Logger
    ) async throws {
        guard let token else { return }
        let invalid = Failure(.proofInvalid, "The proof is wrong, or was used before.")
        let appUser: EndUser
        do {
            appUser = try await endUsers.endUser(token: token, tenant: tenant, logger: logger)
        } catch let failure as Failure where failure.code == .tokenRefused {
            throw invalid
        }
        guard appUser.isAnonymous, appUser.appUserID == anonymous else { throw invalid }
    }
}
