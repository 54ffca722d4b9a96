extension TenantDefinition {
    /// An issuer that signs the tokens of a tenant's end users, and the rules for its tokens.
    package struct TokenIssuer: Sendable, Equatable {
        /// The claim `iss`, byte for byte.
        package var issuer: String
        package static let maximumIssuerBytes = 500

        /// The accepted algorithms; a token that names another is refused.
        package var algorithms: Set<TokenAlgorithm>

        /// Set only if an algorithm has public keys.
        package var keySetURL: KeySetURL?

        /// A value that `aud` must contain; nil if only the authorized parties are checked.
        package var audience: String?

        /// The accepted values of `azp`; empty if only the audience is checked.
        package var authorizedParties: [String]
        package static let maximumParties = 20
        package static let maximumPartyBytes = 500

        /// The claim that is true in the token of an anonymous end user.
        package var anonymousClaim = "is_anonymous"
        package static let maximumClaimBytes = 100

        /// The text before `sub` in the app user id; it keeps the app users of two issuers apart.
        package var appUserIDPrefix = ""
        package static let maximumPrefixBytes = 100

        package init(
            issuer: String, algorithms: Set<TokenAlgorithm>, keySetURL: KeySetURL? = nil,
            audience: String? = nil, authorizedParties: [String] = []
        ) {
            self.issuer = issuer
            self.algorithms = algorithms
            self.keySetURL = keySetURL
            self.audience = audience
            self.authorizedParties = authorizedParties
        }
    }

    package static let maximumTokenIssuers = 10
}

/// An algorithm that signs tokens, by its name in the token's header.
package enum TokenAlgorithm: String, CaseIterable, Sendable {
    /// HMAC with a secret that the tenant shares with its issuer.
    case hs256 = "HS256"
    case rs256 = "RS256"
    case es256 = "ES256"

    /// Whether the issuer publishes a public key for it.
    package var hasPublicKey: Bool { self != .hs256 }
}
