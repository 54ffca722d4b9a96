import Entitlements
import TestSupport
import Testing

@testable import Tokens

@Suite("The app user of a token")
struct TokenVerifierTests {
    @Test("the subject has the issuer's prefix, and is anonymous if the claim says so")
    func identity() async throws {
        let issuer = try TestIssuer(.secret)
        let verifier = try await issuer.verifier()
        let plain = try await verifier.believed(issuer.draft().token())
        #expect(plain.appUserID.rawValue == "8d0f5a4a-1b7c-4e11-9d1e-0a4c9f537a0c")
        #expect(!plain.isAnonymous)
        let other = try await verifier.believed(
            issuer.draft {
                $0.claims["iss"] = "https://other.example"
                $0.claims["sub"] = "alice"
                $0.claims["is_anonymous"] = true
            }.token())
        #expect(other.appUserID.rawValue == "other:alice")
        #expect(other.issuer == "https://other.example")
        #expect(other.isAnonymous)
    }

    @Test("the tenant can name another claim for anonymous subjects")
    func anonymousClaim() async throws {
        let issuer = try TestIssuer(.secret)
        var policy = issuer.policy
        policy.anonymousClaim = "guest"
        let verifier = await Self.verifier(policy, issuer.signer)
        let guest = try issuer.draft { $0.claims["guest"] = true }.token()
        let notGuest = try issuer.draft { $0.claims["is_anonymous"] = true }.token()
        #expect(try await verifier.believed(guest).isAnonymous)
        #expect(try await verifier.believed(notGuest).isAnonymous == false)
    }

    @Test("with audience and parties, a token must match both")
    func bothAudiences() async throws {
        let issuer = try TestIssuer(.secret)
        var policy = issuer.policy
        policy.authorizedParties = [TestIssuer.party]
        let verifier = await Self.verifier(policy, issuer.signer)
        let both = try issuer.draft { $0.claims["azp"] = .string(TestIssuer.party) }.token()
        _ = try await verifier.believed(both)
        for claim in ["azp", "aud"] {
            let one = try issuer.draft {
                $0.claims["azp"] = .string(TestIssuer.party)
                $0.claims[claim] = nil
            }.token()
            await #expect(throws: TokenError.otherAudience) { try await verifier.believed(one) }
        }
    }

    @Test("both secret slots are valid; an emptied or other secret is not")
    func secrets() async throws {
        let issuer = try TestIssuer(.secret)
        let texts = ["one", "two", "three"].map { "secret number \($0), of forty letters ....." }
        let verifier = TokenVerifier(issuers: [
            await TokenVerifier.Issuer(
                issuer.policy, secrets: texts.prefix(2).map { Array($0.utf8) }, keySet: nil)
        ])
        for (text, isRight) in zip(texts, [true, true, false]) {
            let token = try issuer.draft { $0.signer = .secret(text) }.token()
            if isRight {
                _ = try await verifier.believed(token)
            } else {
                await #expect(throws: TokenError.wrongSignature) {
                    try await verifier.believed(token)
                }
            }
        }
        let without = TokenVerifier(issuers: [
            await TokenVerifier.Issuer(issuer.policy, secrets: [], keySet: nil)
        ])
        for signer in [issuer.signer, .secret("")] {
            let token = try issuer.draft { $0.signer = signer }.token()
            await #expect(throws: TokenError.wrongSignature) { try await without.believed(token) }
        }
    }

    @Test("a secret shorter than its digest is ignored")
    func shortSecret() async throws {
        let issuer = try TestIssuer(.secret)
        let short = String(repeating: "s", count: SharedSecrets.minimumBytes - 1)
        for (text, isRight) in [(short, false), (short + "s", true)] {
            let verifier = await Self.verifier(issuer.policy, .secret(text))
            let token = try issuer.draft { $0.signer = .secret(text) }.token()
            let identity = try? await verifier.believed(token)
            #expect((identity != nil) == isRight)
        }
    }

    @Test("a shared secret and published keys are not interchangeable")
    func mixed() async throws {
        let published = try TestIssuer(.curve)
        var policy = published.policy
        policy.algorithms = [.hs256, .es256]
        let secret = "the secret of before, of forty letters.."
        let keys = TestKeySet([TestIssuer.keyID: published.signer])
        let verifier = TokenVerifier(issuers: [
            await TokenVerifier.Issuer(
                policy, secrets: [Array(secret.utf8)], keySet: keys.keySet())
        ])
        _ = try await verifier.believed(published.draft().token())
        _ = try await verifier.believed(
            published.draft {
                $0.signer = .secret(secret)
                $0.header["alg"] = "HS256"
            }.token())
        for bytes in try published.signer.publicBytes() {
            let token = try published.draft {
                $0.signer = .hs256(bytes)
                $0.header["alg"] = "HS256"
            }.token()
            await #expect(throws: TokenError.wrongSignature) { try await verifier.believed(token) }
        }
        let confused = try published.draft { $0.signer = .secret(secret) }.token()
        await #expect(throws: TokenError.wrongSignature) { try await verifier.believed(confused) }
    }

    @Test("a token of one tenant is refused at another, even with the same secret")
    func otherTenant() async throws {
        let issuer = try TestIssuer(.secret)
        var policy = issuer.policy
        policy.issuer = "https://another.example"
        let verifier = await Self.verifier(policy, issuer.signer)
        await #expect(throws: TokenError.unknownIssuer) {
            try await verifier.believed(issuer.draft().token())
        }
        await #expect(throws: TokenError.unknownIssuer) {
            try await TokenVerifier(issuers: []).believed(issuer.draft().token())
        }
    }

    @Test("a token with invalid claims causes no fetch of keys")
    func noFetch() async throws {
        let issuer = try TestIssuer(.curve)
        let keys = TestKeySet([TestIssuer.keyID: issuer.signer])
        let verifier = TokenVerifier(issuers: [
            await TokenVerifier.Issuer(issuer.policy, secrets: [], keySet: keys.keySet())
        ])
        let expired = try issuer.draft { $0.claims["exp"] = .seconds(-60) }.token()
        await #expect(throws: TokenError.expired) { try await verifier.believed(expired) }
        #expect(keys.fetches == 0)
    }

    private static func verifier(
        _ policy: TenantDefinition.TokenIssuer, _ signer: TestSigner
    ) async -> TokenVerifier {
        guard case .hs256(let secret) = signer else { return TokenVerifier(issuers: []) }
        return TokenVerifier(issuers: [
            await TokenVerifier.Issuer(policy, secrets: [secret], keySet: nil)
        ])
    }
}
