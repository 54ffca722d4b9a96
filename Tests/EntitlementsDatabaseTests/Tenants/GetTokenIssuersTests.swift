import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("get_token_issuers")
struct GetTokenIssuersTests {
    @Test("a tenant's issuers are returned as in its file")
    func told() async throws {
        var published = TenantDefinition.TokenIssuer(
            issuer: "https://clerk.example", algorithms: [.rs256, .es256],
            keySetURL: KeySetURL(rawValue: "https://clerk.example/.well-known/jwks.json"),
            authorizedParties: ["https://b.example", "https://a.example"])
        published.anonymousClaim = "guest"
        published.appUserIDPrefix = "clerk:"
        let issuers = [published, TestTokens.policy]
        let tenant = try await TestTenant.create { $0.tokenIssuers = issuers }
        let other = try await TestTenant.create()

        let rows = try await tenant.issuers()
        #expect(rows.map(\.issuer) == [TestTokens.issuer, "https://clerk.example"])
        #expect(rows.map(\.algorithms) == [["HS256"], ["ES256", "RS256"]])
        #expect(rows.map(\.jwksURL) == [nil, "https://clerk.example/.well-known/jwks.json"])
        #expect(rows.map(\.audience) == ["authenticated", nil])
        #expect(
            rows.map(\.authorizedParties) == [[], ["https://a.example", "https://b.example"]])
        #expect(rows.map(\.anonymousClaim) == ["is_anonymous", "guest"])
        #expect(rows.map(\.appUserIDPrefix) == ["", "clerk:"])
        #expect(rows.allSatisfy { $0.firstSecret == nil && $0.secondSecret == nil })
        #expect(try await other.issuers().isEmpty)
    }

    @Test("an update replaces the issuers, and issuers that stay keep their secrets")
    func replaced() async throws {
        let tenant = try await TestTenant.create(trusting: ["a", "b"])
        for issuer in ["a", "b"] { try await tenant.setTokenSecret(issuer, 1, sealed(1)) }
        try await tenant.apply {
            $0.tokenIssuers = ["b", "c"].map(TokenIssuers.policy)
            $0.tokenIssuers[0].audience = "another"
        }
        #expect(try await tenant.issuers().map(\.issuer) == ["b", "c"])
        #expect(try await tenant.issuers().map(\.audience) == ["another", "authenticated"])
        #expect(try await tenant.tokenSecrets() == [[1, nil], [nil, nil]])
        try await tenant.apply { $0.tokenIssuers = ["a"].map(TokenIssuers.policy) }
        #expect(try await tenant.tokenSecrets() == [[nil, nil]])
        try await tenant.apply { $0.tokenIssuers = [] }
        #expect(try await tenant.issuers().isEmpty)
    }
}
