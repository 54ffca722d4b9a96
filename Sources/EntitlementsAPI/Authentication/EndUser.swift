import Entitlements
import EntitlementsDatabase

/// A person who calls with their own token.
struct EndUser: Sendable, Hashable {
    let tenant: TenantID
    let appUserID: AppUserID
    /// Whether the issuer says that they have not signed up.
    let isAnonymous: Bool
    /// The issuer of the token.
    let issuer: String

    /// Throws `not_identified` if they have not signed up.
    func requireIdentified() throws(Failure) {
        guard !isAnonymous else {
            throw Failure(.notIdentified, "The token belongs to an anonymous app user.")
        }
    }
}
