package import Entitlements
import EntitlementsDatabase

/// The token issuer of test tenants.
package enum TestTokens {
    package static let issuer = "https://abc.supabase.co/auth/v1"
    package static let secret = "the secret of Supabase, of forty letters"

    /// The policy of a tenant that shares a secret with Supabase, as early tenants do.
    package static var policy: TenantDefinition.TokenIssuer {
        TenantDefinition.TokenIssuer(
            issuer: issuer, algorithms: [.hs256], audience: "authenticated")
    }

    /// A token of the subject, valid for an hour.
    package static func token(
        of subject: String, at now: Timestamp, isAnonymous: Bool = false,
        issuer: String = TestTokens.issuer, secret: String = TestTokens.secret,
        claims: [String: JSONValue] = [:]
    ) throws -> String {
        var object = JSONObject()
        object["iss"] = .string(issuer)
        object["aud"] = "authenticated"
        object["sub"] = .string(subject)
        object["exp"] = .integer(now.secondsSinceEpoch + 3_600)
        object["iat"] = .integer(now.secondsSinceEpoch)
        object["is_anonymous"] = .bool(isAnonymous)
        for (name, value) in claims { object[name] = value }
        return try TestSigner.secret(secret).token(
            header: ["alg": "HS256", "typ": "JWT"], claims: .object(object))
    }
}

extension TestTenant {
    /// Makes the tenant accept tokens of `TestTokens`.
    package func takeTokens(
        like file: String = "stockpot", _ change: (inout TenantDefinition) -> Void = { _ in }
    ) async throws {
        try await apply(like: file) {
            $0.tokenIssuers = [TestTokens.policy]
            change(&$0)
        }
        try await setTokenSecret(TestTokens.secret)
    }

    package func setTokenSecret(
        _ secret: String, slot: Int32 = 1, of issuer: String = TestTokens.issuer
    ) async throws {
        let sealed = try SecretBox.forTests().seal(
            Array(secret.utf8), for: TokenSecret.sealingContext(of: issuer, of: id))
        _ = try await database.callOne(
            SetSecret(kind: "token_secret", name: issuer, slot: slot, sealed: sealed), in: id)
    }
}
