package import Entitlements

/// The person that a verified token names.
package struct TokenIdentity: Sendable, Equatable {
    package let issuer: String
    /// The issuer's prefix and the token's subject.
    package let appUserID: AppUserID
    /// Whether the issuer says that the person has not signed up.
    package let isAnonymous: Bool
}
