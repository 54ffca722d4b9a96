import Entitlements
import TenantFiles
import Testing

@Suite("Token issuers of a tenant file")
struct TokenIssuerTests {
    @Test("are none by default", arguments: ["", "end_users:\n", "end_users: {}\n"])
    func absent(section: String) throws {
        #expect(try TenantFile.parse(yaml: Self.head + section).tokenIssuers.isEmpty)
    }

    @Test("are read, with all their settings")
    func described() throws {
        let tenant = try TenantFile.parse(
            yaml: Self.head + """
                end_users:
                  issuers:
                    - issuer: https://abc.supabase.co/auth/v1
                      algorithms: [HS256, ES256]
                      jwks_url: https://abc.supabase.co/auth/v1/.well-known/jwks.json
                      audience: authenticated
                      app_user_id_prefix: ""
                    - issuer: https://clerk.app.example
                      algorithms: [RS256]
                      jwks_url: http://localhost:8080/jwks.json
                      authorized_parties: ["https://b.example", "https://a.example"]
                      anonymous_claim: guest
                      app_user_id_prefix: "clerk:"
                """)
        let issuers = tenant.tokenIssuers
        #expect(
            issuers.map(\.issuer) == [
                "https://abc.supabase.co/auth/v1", "https://clerk.app.example",
            ])
        #expect(issuers.map(\.algorithms) == [[.hs256, .es256], [.rs256]])
        #expect(issuers.map { $0.keySetURL?.isLoopback } == [false, true])
        #expect(issuers.map(\.audience) == ["authenticated", nil])
        #expect(issuers.map(\.authorizedParties.count) == [0, 2])
        #expect(issuers.map(\.anonymousClaim) == ["is_anonymous", "guest"])
        #expect(issuers.map(\.appUserIDPrefix) == ["", "clerk:"])
        let json = try JSONParser.parse(try tenant.canonicalJSON)
        #expect(try json.canonicalBytes == tenant.canonicalJSON)
        let first = json["end_users"]?["issuers"]?.array?.first
        #expect(first?["algorithms"]?.array?.compactMap(\.string) == ["ES256", "HS256"])
        var reversed = tenant
        reversed.tokenIssuers.reverse()
        reversed.tokenIssuers[0].authorizedParties.reverse()
        #expect(try reversed.canonicalJSON == tenant.canonicalJSON)
    }

    @Test("have problems listed with their lines", arguments: mistakes)
    func refused(issuer: String, problem: String) throws {
        let found = #expect(throws: CatalogProblems.self) {
            try TenantFile.parse(
                yaml: Self.head + "end_users:\n  issuers:\n    - \(issuer)\n")
        }
        let told = try #require(found).problems.map(\.told)
        #expect(told == [problem])
    }

    @Test("are refused if two could issue the same app user id", arguments: confusions)
    func confused(first: String, second: String, problem: String) throws {
        let found = #expect(throws: CatalogProblems.self) {
            try TenantFile.parse(
                yaml: Self.head + """
                    end_users:
                      issuers:
                        - {issuer: \(first), algorithms: [HS256], audience: a}
                        - {issuer: \(second), algorithms: [HS256], audience: a}
                    """)
        }
        let told = try #require(found).problems.map(\.told)
        #expect(told == [problem])
    }

    @Test(
        "have key sets at plain https URLs, or http URLs of this machine",
        arguments: [
            "https://a.example/jwks", "https://a.example:8443/jwks?x=1", "http://127.0.0.1:1/j",
            "http://localhost/", "http://[::1]:80/j", "https://[::1]/j",
        ])
    func plainURL(text: String) {
        #expect(KeySetURL(rawValue: text)?.rawValue == text)
    }

    @Test(
        "have key sets at no other URLs",
        arguments: [
            "", "https://", "https:///jwks", "https://a.example", "http://a.example/jwks",
            "http://127.0.0.1.a.example/jwks", "http://localhost.a.example/j", "ftp://a/j",
            "HTTPS://a.example/j", "https://user@a.example/j", "https://a.example@b.example/j",
            "https://a.example:0/j", "https://a.example:65536/j", "https://a.example:/j",
            "https://a.example/j#f", "https://a.example/ j", "https://a.example\\@b/j",
            "https://[::2]/j", "https://ä.example/j", "https://a_b.example/j", "//a.example/j",
            "https://a.example/\u{7F}",
        ])
    func otherURL(text: String) {
        #expect(KeySetURL(rawValue: text) == nil)
    }

    private static let head = """
        tenant: a
        name: A
        free_plan: free
        entitlements: { p: { rank: 1 } }

        """

    private static let place = "/end_users/issuers/0"

    private static let mistakes: [(String, String)] = [
        ("{algorithms: [HS256], audience: a}", "7 \(place): “issuer” is missing."),
        ("{issuer: i, audience: a}", "7 \(place): “algorithms” is missing."),
        (
            "{issuer: i, algorithms: [], audience: a}",
            "7 \(place)/algorithms: At least one algorithm is needed."
        ),
        (
            "{issuer: i, algorithms: [none], audience: a}",
            "7 \(place)/algorithms/0: “none” is not one of “HS256”, “RS256”, “ES256”."
        ),
        (
            "{issuer: i, algorithms: [HS256, HS256], audience: a}",
            "7 \(place)/algorithms/1: “HS256” is listed twice."
        ),
        ("{issuer: i, algorithms: [ES256], audience: a}", "7 \(place): “jwks_url” is missing."),
        (
            "{issuer: i, algorithms: [HS256], audience: a, jwks_url: \"https://a.example/j\"}",
            "7 \(place)/jwks_url: “HS256” alone has a secret and no “jwks_url”."
        ),
        (
            "{issuer: i, algorithms: [ES256], audience: a, jwks_url: \"http://a.example/j\"}",
            "7 \(place)/jwks_url: “http://a.example/j” is not a plain https URL."
        ),
        (
            "{issuer: i, algorithms: [HS256]}",
            "7 \(place): One of “audience” and “authorized_parties” is needed."
        ),
        (
            "{issuer: i, algorithms: [HS256], audience: a, "
                + "app_user_id_prefix: \"$RCAnonymousID:\"}",
            "7 \(place)/app_user_id_prefix: “$RCAnonymousID:” is RevenueCat's own."
        ),
        (
            "{issuer: i, algorithms: [HS256], audience: a, secret: s}",
            "7 \(place)/secret: “secret” is not a known key; the keys are “issuer”, “algorithms”, "
                + "“jwks_url”, “audience”, “authorized_parties”, “anonymous_claim”, "
                + "“app_user_id_prefix”."
        ),
    ]

    private static let confusions: [(String, String, String)] = [
        (
            "i, app_user_id_prefix: a", "i, app_user_id_prefix: b",
            "8 /end_users/issuers/1/issuer: “i” is already there, on line 7."
        ),
        (
            "i", "j",
            "8 /end_users/issuers/1: Only one issuer goes without “app_user_id_prefix”: see line 7."
        ),
        (
            "i, app_user_id_prefix: \"a:\"", "j, app_user_id_prefix: \"a:b\"",
            "8 /end_users/issuers/1/app_user_id_prefix: “a:b” and “a:” of line 7 can be confused."
        ),
    ]
}
