import Entitlements
import EntitlementsDatabase

/// A person who calls with a token of their own.
struct EndUser: Sendable, Hashable {
    let tenant: TenantID
    let appUserID: AppUserID
    /// Whether their issuer says that they have not signed up.
    let isAnonymous: Bool
    /// Who signed their token.
    let issuer: String
}
