import Entitlements
import EntitlementsDatabase
import Foundation
import TestSupport
import Testing

extension BinaryTests.Commands {
    @Suite("hearth tokens mint")
    struct TokenMintTests {
        @Test("signs a token that the tenant's rules accept, also of an anonymous app user")
        func accepted() async throws {
            try await Self.withTenant(sharing: TestTokens.secret) { slug, environment in
                for flags in [[], ["--anonymous"]] {
                    let minted = try await HearthProcess.run(
                        ["tokens", "mint", slug, "u_42"] + flags, environment: environment)
                    #expect(minted.exit == .status(0), "\(minted.error)")
                    let explained = try await HearthProcess.run(
                        ["tokens", "explain", "--tenant", slug], environment: environment,
                        input: minted.output)
                    let kind = flags.isEmpty ? "an app user" : "an anonymous app user"
                    #expect(
                        explained.output.contains("accepted: u_42, \(kind) of \(slug)"),
                        "\(explained.output)")
                }
            }
        }

        @Test("signs nothing in production, and nothing without a shared secret")
        func refused() async throws {
            try await Self.withTenant(sharing: nil) { slug, environment in
                let mint = ["tokens", "mint", slug, "u_42"]
                let lacking = try await HearthProcess.run(mint, environment: environment)
                #expect(lacking.exit == .status(65), "\(lacking)")
                #expect(lacking.error.contains("--kind token-secret --issuer"), "\(lacking.error)")
                let production = environment.merging(["HEARTH_ENVIRONMENT": "production"]) { $1 }
                let refused = try await HearthProcess.run(mint, environment: production)
                #expect(refused.exit == .status(78), "\(refused)")
                #expect(refused.output.isEmpty)
            }
        }

        private static func withTenant(
            sharing secret: String?,
            _ body: (_ slug: String, _ environment: [String: String]) async throws -> Void
        ) async throws {
            try await ScratchDatabase.with { own in
                let tenant = try await TestTenant.create(in: own.database) {
                    $0.tokenIssuers = [TestTokens.policy]
                }
                let environment = [
                    "DATABASE_URL": own.connectionString, "HEARTH_ENVIRONMENT": "development",
                    "HEARTH_ENCRYPTION_KEY": Data(repeating: 7, count: 32).base64EncodedString(),
                ]
                if let secret {
                    let set = try await HearthProcess.run(
                        [
                            "tenants", "secrets", "set", tenant.slug, "--kind", "token-secret",
                            "--issuer", TestTokens.issuer,
                        ], environment: environment, input: secret + "\n")
                    #expect(set.exit == .status(0), "\(set.error)")
                }
                try await body(tenant.slug, environment)
            }
        }
    }
}
