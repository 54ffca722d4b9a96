package import Entitlements

/// Whom a token is about, once it is believed.
package struct TokenIdentity: Sendable, Equatable {
    package let issuer: String
    /// The issuer's prefix and the token's subject.
    package let appUserID: AppUserID
    /// Whether the issuer says that they have not signed up.
    package let isAnonymous: Bool
}
