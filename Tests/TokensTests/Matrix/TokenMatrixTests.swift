import Entitlements
import TestSupport
import Testing

@testable import Tokens

@Suite("The token matrix")
struct TokenMatrixTests {
    @Test("a token is accepted exactly if it is valid", arguments: TokenCase.pairs)
    func verified(kind: TestIssuer.Kind, tokenCase: TokenCase) async throws {
        let issuer = try TestIssuer(kind)
        let token = try tokenCase.make(issuer)
        let verifier = try await issuer.verifier()
        var refusal: TokenError?
        do throws(TokenError) {
            let identity = try await verifier.believed(token)
            #expect(identity.issuer == issuer.policy.issuer)
        } catch {
            refusal = error
        }
        #expect(refusal == tokenCase.expected, "\(kind): \(tokenCase.name)")
    }

    @Test(
        "names of cases are unique, and each kind of issuer has its attacks",
        arguments: TestIssuer.Kind.allCases)
    func counted(kind: TestIssuer.Kind) {
        let cases = TokenCase.pairs.filter { $0.0 == kind }.map(\.1)
        #expect(Set(cases.map(\.name)).count == cases.count)
        #expect(cases.count { $0.expected != nil } >= 36)
        #expect(cases.count { $0.expected == nil } >= 5)
    }
}

extension TokenVerifier {
    /// Parses and verifies a token, as the API does.
    func believed(_ text: String) async throws(TokenError) -> TokenIdentity {
        try await verify(try CompactToken(parsing: text), at: TestIssuer.now)
    }
}
