import Entitlements
import EntitlementsDatabase
import Logging

/// What somebody shows to prove that an anonymous id is theirs.
struct Proof: Sendable {
    /// As the database knows it.
    let kind: String
    /// Of the secret, where there is one.
    var digest: [UInt8]?
    /// The anonymous person's own token, not looked at yet.
    fileprivate var token: String?

    private static let fields = ["device_secret", "merge_ticket", "anonymous_token"]

    /// The `proof` of a body; without one, what the actor vouches with, and nil where that is
    /// nothing.
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
    /// Looks at a token: it has to be of the person whom it is to prove, and of somebody anonymous.
    ///
    /// Throws `proof_invalid` for one that is not, whatever is wrong with it.
    func verify(
        for anonymous: String?, in tenant: TenantID, by endUsers: EndUserAuthentication,
        _ logger: Logger
    ) async throws {
        guard let token else { return }
        let invalid = Failure(.proofInvalid, "The proof is wrong, or has been used.")
        let person: EndUser
        do {
            person = try await endUsers.endUser(token: token, tenant: tenant, logger: logger)
        } catch let failure as Failure where failure.code == .unauthorized {
            throw invalid
        }
        guard person.isAnonymous, person.appUserID.rawValue == anonymous else { throw invalid }
    }
}
