import Entitlements
import EntitlementsDatabase
import Foundation
import TestSupport
import Testing

extension BinaryTests.Commands {
    @Suite("hearth tokens explain")
    struct TokenExplainTests {
        private static let now =
            Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000)) ?? TestClock.start

        private static func token(
            secret: String = TestTokens.secret, claims: [String: JSONValue] = [:]
        ) throws -> String {
            try TestTokens.token(of: "u_42", at: now, secret: secret, claims: claims)
        }

        @Test("each refused token has its reason, and what to do; an accepted one its app user")
        func reasons() async throws {
            try await Self.withTenant { slug, environment in
                let explain = ["tokens", "explain", "--tenant", slug]
                let accepted = try await HearthProcess.run(
                    explain, environment: environment, input: try Self.token() + "\n")
                #expect(accepted.exit == .status(0), "\(accepted.error)")
                #expect(accepted.output.contains("accepted: u_42, an app user of \(slug)"))
                let marked = try await HearthProcess.run(
                    explain, environment: environment, input: "\u{FEFF}\(try Self.token())\n")
                #expect(marked.exit == .status(0), "\(marked.output)")
                let obeyed = try await HearthProcess.run(
                    explain, environment: environment,
                    input: try Self.token(claims: ["iss": "x\u{9B}2J\u{7F}"]) + "\n")
                #expect(obeyed.output.contains(#"iss is "x\u{9B}2J\u{7F}""#), "\(obeyed.output)")
                let early = Self.now.secondsSinceEpoch + 600
                for (reason, token, words) in [
                    ("expired", try Self.token(claims: ["exp": 1_000_000]), "exp was 1970-01-12"),
                    (
                        "other_audience", try Self.token(claims: ["aud": "anon"]),
                        "aud must contain authenticated"
                    ),
                    ("unknown_issuer", try Self.token(claims: ["iss": "x"]), TestTokens.issuer),
                    (
                        "wrong_signature", try Self.token(secret: "a secret that no one has set.."),
                        "hearth tenants secrets set \(slug) --kind token-secret"
                    ),
                    ("not_yet_valid", try Self.token(claims: ["nbf": .integer(early)]), "clock"),
                    ("claim_refused", try Self.token(claims: ["exp": "soon"]), "whole"),
                    ("malformed", "hello", "three parts"),
                    ("malformed", "a.b.c", "/v1/me answers 401 token_refused"),
                    ("webhook_secret", "whsec_0a0a", "RevenueCat's dashboard"),
                ] {
                    let refused = try await HearthProcess.run(
                        explain + [token], environment: environment)
                    #expect(refused.exit == .status(65))
                    #expect(refused.output.contains("refused: \(reason)\n"), "\(refused)")
                    #expect(refused.output.contains(words), "\(refused.output)")
                }
            }
        }

        @Test("an API key is no token, and nothing on standard input is no token either")
        func noToken() async throws {
            try await Self.withTenant { slug, environment in
                let key = try await HearthProcess.run(
                    ["keys", "create", "--kind", "read", "--tenant", slug], environment: environment
                )
                let refused = try await HearthProcess.run(
                    ["tokens", "explain", "--tenant", slug], environment: environment,
                    input: key.output)
                #expect(refused.output.contains("refused: api_key"))
                let absent = try await HearthProcess.run(
                    ["tokens", "explain", "--tenant", slug], environment: environment)
                #expect(absent.exit == .status(65))
            }
        }

        /// Lends a tenant that shares a secret with its issuer.
        private static func withTenant(
            _ body: (_ slug: String, _ environment: [String: String]) async throws -> Void
        ) async throws {
            try await ScratchDatabase.with { own in
                let tenant = try await TestTenant.create(in: own.database) {
                    $0.tokenIssuers = [TestTokens.policy]
                }
                let environment = [
                    "DATABASE_URL": own.connectionString,
                    "HEARTH_ENCRYPTION_KEY": Data(repeating: 7, count: 32).base64EncodedString(),
                ]
                let set = try await HearthProcess.run(
                    [
                        "tenants", "secrets", "set", tenant.slug, "--kind", "token-secret",
                        "--issuer", TestTokens.issuer,
                    ], environment: environment, input: TestTokens.secret + "\n")
                #expect(set.exit == .status(0), "\(set.error)")
                try await body(tenant.slug, environment)
            }
        }
    }
}
