package import Entitlements
package import EntitlementsDatabase
package import Tokens

/// Builds each tenant's token verifier and opens its shared secrets.
package struct TokenDirectory: Sendable {
    let database: Database
    let cache: CredentialCache
    let secretBox: SecretBox
    let keySets: KeySets

    package init(
        database: Database, cache: CredentialCache = CredentialCache(), secretBox: SecretBox,
        keySets: KeySets
    ) {
        self.database = database
        self.cache = cache
        self.secretBox = secretBox
        self.keySets = keySets
    }

    /// Returns the tenant's verifier; without issuers it refuses every token.
    package func verifier(of tenant: TenantID) async throws -> TokenVerifier {
        let verifier = try await cache.tokenVerifiers.value(for: tenant) {
            var issuers: [TokenVerifier.Issuer] = []
            for row in try await database.call(GetTokenIssuers(), in: tenant) {
                issuers.append(try await issuer(row, of: tenant))
            }
            return TokenVerifier(issuers: issuers)
        }
        return verifier ?? TokenVerifier(issuers: [])
    }

    /// Returns the tenant's rules for its issuers.
    package func issuers(of tenant: TenantID) async throws -> [TenantDefinition.TokenIssuer] {
        try await database.call(GetTokenIssuers(), in: tenant).map(
            TenantDefinition.TokenIssuer.init)
    }

    /// Opens each secret with its own sealing context.
    private func issuer(
        _ row: GetTokenIssuers.Row, of tenant: TenantID
    ) async throws -> TokenVerifier.Issuer {
        let policy = TenantDefinition.TokenIssuer(row)
        let context = TokenSecret.sealingContext(of: row.issuer, of: tenant)
        let slots = [row.firstSecret, row.secondSecret].compactMap(\.self)
        let secrets = try? secretBox.openSome(of: slots, for: context)
        let keySet = policy.keySetURL.map {
            keySets.keySet(at: $0, for: policy.algorithms.filter(\.hasPublicKey))
        }
        return await TokenVerifier.Issuer(
            policy, secrets: secrets ?? [], keySet: keySet, isUnreadable: secrets == nil)
    }
}

extension TenantDefinition.TokenIssuer {
    package init(_ row: GetTokenIssuers.Row) {
        self.init(
            issuer: row.issuer,
            algorithms: Set(row.algorithms.compactMap(TokenAlgorithm.init(rawValue:))),
            keySetURL: row.jwksURL.flatMap(KeySetURL.init(rawValue:)),
            audience: row.audience, authorizedParties: row.authorizedParties)
        anonymousClaim = row.anonymousClaim
        appUserIDPrefix = row.appUserIDPrefix
    }
}
