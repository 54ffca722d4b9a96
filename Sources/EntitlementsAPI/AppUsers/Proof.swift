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

    /// Creates the proof that was sent; without one, what the actor vouches with, or nil.
    init?(_ sent: ProofFields?, by actor: Actor) {
        if let token = sent?.anonymousToken {
            self.init(kind: "anonymous_token", token: token)
        } else if let ticket = sent?.mergeTicket {
            self.init(kind: "merge_ticket", digest: SecretCode.digest(of: ticket))
        } else if let secret = sent?.deviceSecret {
            self.init(kind: "device_secret", digest: SecretCode.digest(of: secret))
        } else if let kind = actor.vouchedBy {
            self.init(kind: kind)
        } else {
            return nil
        }
    }

    private init(kind: String, digest: [UInt8]? = nil, token: String? = nil) {
        self.kind = kind
        self.digest = digest
        self.token = token
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
