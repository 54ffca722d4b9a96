package import Entitlements

/// Verifies tokens by one tenant's rules for its issuers.
package struct TokenVerifier: Sendable {
    /// An issuer with its secrets and keys.
    package struct Issuer: Sendable {
        fileprivate let policy: TenantDefinition.TokenIssuer
        fileprivate let secrets: SharedSecrets
        fileprivate let keySet: KeySet?
        fileprivate let isUnreadable: Bool

        /// Takes a key set for issuers with public keys.
        ///
        /// `isUnreadable` says that there are secrets, of which none could be opened.
        ///
        /// Secrets that are too short are ignored.
        package init(
            _ policy: TenantDefinition.TokenIssuer, secrets: [[UInt8]], keySet: KeySet?,
            isUnreadable: Bool = false
        ) async {
            self.policy = policy
            self.isUnreadable = isUnreadable
            self.secrets = await SharedSecrets(secrets)
            self.keySet = keySet
        }
    }

    private let issuers: [Issuer]

    package init(issuers: [Issuer]) {
        self.issuers = issuers
    }

    /// Checks the claims before the signature, so that an invalid token causes no fetch of keys.
    package func verify(
        _ token: CompactToken, at now: Timestamp
    ) async throws(TokenError) -> TokenIdentity {
        let issuer = try issuer(of: token)
        let claims = try TokenClaims(token.claims)
        try claims.check(against: issuer.policy)
        try claims.check(at: now)
        let identity = TokenIdentity(
            issuer: issuer.policy.issuer,
            appUserID: try appUserID(of: claims.subject, issuer.policy),
            isAnonymous: try claims.isAnonymous(by: issuer.policy.anonymousClaim))
        try await issuer.checkSignature(of: token)
        return identity
    }

    private func issuer(of token: CompactToken) throws(TokenError) -> Issuer {
        guard let name = try token.claims.text("iss"),
            let issuer = issuers.first(where: { $0.policy.issuer.hasBytes(of: name) })
        else { throw .unknownIssuer }
        guard issuer.policy.algorithms.contains(token.algorithm) else { throw .algorithmRefused }
        return issuer
    }

    /// Returns the app user id; refuses subjects that look like another issuer's ids or
    /// RevenueCat's anonymous ids.
    private func appUserID(
        of subject: String, _ issuer: TenantDefinition.TokenIssuer
    ) throws(TokenError) -> AppUserID {
        let prefix = issuer.appUserIDPrefix
        let isOthers = issuers.contains { other in
            let reserved = other.policy.appUserIDPrefix
            return prefix.isEmpty && !reserved.isEmpty
                && subject.utf8.starts(with: reserved.utf8)
        }
        let isControlled = subject.unicodeScalars.contains {
            $0.properties.generalCategory == .control
        }
        guard !isOthers, !isControlled, let id = AppUserID(rawValue: prefix + subject),
            !id.isAnonymous, AppUserID(rawValue: subject)?.isAnonymous == false
        else { throw .subjectRefused }
        return id
    }
}

extension TokenVerifier.Issuer {
    /// Checks the signature with a secret for HS256, otherwise with a public key.
    ///
    /// No key is used for another algorithm than its own.
    fileprivate func checkSignature(of token: CompactToken) async throws(TokenError) {
        guard token.algorithm.hasPublicKey else {
            guard !isUnreadable else { throw .secretUnreadable }
            guard secrets.verify(token) else { throw .wrongSignature }
            return
        }
        guard let keySet, let keyID = token.keyID else { throw .unknownKey }
        let key = try await keySet.key(keyID)
        guard key.algorithm == token.algorithm else { throw .unknownKey }
        guard key.verifies(token) else { throw .wrongSignature }
    }
}
