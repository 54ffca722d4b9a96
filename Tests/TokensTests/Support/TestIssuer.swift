import Crypto
import CryptoExtras
import Entitlements
import TestSupport

@testable import Tokens

/// An issuer of each kind, with its key and claims.
struct TestIssuer: Sendable {
    enum Kind: String, CaseIterable, Sendable {
        /// A secret shared with the tenant.
        case secret = "HS256, as Supabase used to"
        case curve = "ES256, as Supabase does"
        case rsa = "RS256, as Clerk does"
    }

    let kind: Kind
    let policy: TenantDefinition.TokenIssuer
    let signer: TestSigner
    /// Another issuer's key of the same kind.
    let stranger: TestSigner

    static let now: Timestamp = "2026-11-22T10:00:00Z"
    static let keyID = "key-1"
    static let party = "https://app.example"

    init(_ kind: Kind) throws {
        self.kind = kind
        var policy = TenantDefinition.TokenIssuer(
            issuer: "https://issuer.example/\(kind)", algorithms: [])
        switch kind {
        case .secret:
            policy.algorithms = [.hs256]
            signer = .secret("a secret of the tenant, of forty letters")
            stranger = .secret("a secret of an attacker, of forty letters")
        case .curve:
            policy.algorithms = [.es256]
            signer = Self.curve
            stranger = .newES256()
        case .rsa:
            policy.algorithms = [.rs256]
            signer = .rs256(try TestSigner.sharedRSA.get())
            stranger = .rs256(try TestSigner.otherRSA.get())
        }
        if kind == .rsa {
            policy.authorizedParties = ["https://other.example", Self.party]
        } else {
            policy.audience = "authenticated"
        }
        self.policy = policy
    }

    private static let curve = TestSigner.newES256()

    /// A verifier that trusts this issuer, and another with its own prefix.
    func verifier() async throws -> TokenVerifier {
        var other = policy
        other.issuer = "https://other.example"
        other.appUserIDPrefix = "other:"
        var issuers: [TokenVerifier.Issuer] = []
        for policy in [policy, other] {
            issuers.append(try await issuer(policy))
        }
        return TokenVerifier(issuers: issuers)
    }

    private func issuer(
        _ policy: TenantDefinition.TokenIssuer
    ) async throws -> TokenVerifier.Issuer {
        if case .hs256(let secret) = signer {
            return await TokenVerifier.Issuer(policy, secrets: [secret], keySet: nil)
        }
        let body: JSONValue = ["keys": [try signer.jwk(Self.keyID)]]
        let document = try await KeySetDocument(parsing: body.bytes, for: policy.algorithms)
        let keySet = KeySet(now: { .now }) { () async throws(KeySetError) in document }
        return await TokenVerifier.Issuer(policy, secrets: [], keySet: keySet)
    }

    /// A valid token, to be changed.
    func draft(_ change: (inout TokenDraft) -> Void = { _ in }) -> TokenDraft {
        var draft = TokenDraft(signer: signer)
        draft.header["alg"] = .string(signer.algorithm)
        draft.header["typ"] = "JWT"
        if kind != .secret { draft.header["kid"] = .string(Self.keyID) }
        draft.claims["iss"] = .string(policy.issuer)
        draft.claims["sub"] = "8d0f5a4a-1b7c-4e11-9d1e-0a4c9f537a0c"
        draft.claims["exp"] = .seconds(3_600)
        draft.claims["iat"] = .seconds(-10)
        if kind == .rsa {
            draft.claims["azp"] = .string(Self.party)
            draft.claims["sid"] = "sess_1"
        } else {
            draft.claims["aud"] = "authenticated"
            draft.claims["role"] = "authenticated"
        }
        change(&draft)
        return draft
    }
}
