extension TenantDefinition {
    /// Who signs the tokens of a tenant's end users, and what a token of theirs must say.
    package struct TokenIssuer: Sendable, Equatable {
        /// The claim `iss`, byte for byte.
        package var issuer: String
        package static let maximumIssuerBytes = 500

        /// What tokens may be signed with; a token that names another is refused.
        package var algorithms: Set<TokenAlgorithm>

        /// Set exactly where an algorithm has public keys.
        package var keySetURL: KeySetURL?

        /// What `aud` must hold; nil where only the authorized parties are looked at.
        package var audience: String?

        /// What `azp` must be one of; empty where only the audience is looked at.
        package var authorizedParties: [String]
        package static let maximumParties = 20
        package static let maximumPartyBytes = 500

        /// The claim that is true in the token of somebody who has not signed up.
        package var anonymousClaim = "is_anonymous"
        package static let maximumClaimBytes = 100

        /// What stands before `sub` in the app user id: people of two issuers are never one.
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

/// How a token can be signed, by the name that its header has for it.
package enum TokenAlgorithm: String, CaseIterable, Sendable {
    /// With a secret that the tenant shares with its issuer.
    case hs256 = "HS256"
    case rs256 = "RS256"
    case es256 = "ES256"

    /// Whether the issuer publishes what a signature is checked with.
    package var hasPublicKey: Bool { self != .hs256 }
}
