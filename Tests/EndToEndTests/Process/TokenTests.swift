import Entitlements
import Foundation
import TestSupport
import Testing

extension BinaryTests.Processes {
    @Suite("hearth accepts tokens of the issuers in the tenant file")
    struct TokenTests {
        private static let issuer = "https://abc.supabase.co/auth/v1"
        private static let secret = "the secret of Supabase, of forty letters"

        @Test("a shared secret and published keys are accepted; a change applies at once")
        func believed() async throws {
            let signer = TestSigner.newES256()
            let keys = UpstreamAnswer.json(["keys": [try signer.jwk("a")]])
            try await Upstream.with({ _, _ in keys }) { published, port in
                try await withTemporaryDirectory { directory in
                    let hearth = try await RunningHearth.start(
                        in: directory, arguments: ["--no-demo"])
                    let file = directory + "/kitchen.yaml"
                    try Self.tenant(keysAt: port).write(
                        toFile: file, atomically: true, encoding: .utf8)
                    let apply = try await HearthProcess.run(
                        ["tenants", "apply", file, "--data-directory", directory])
                    #expect(apply.output == "kitchen: created\n")
                    let now = Self.now()
                    let shared = try TestTokens.token(
                        of: "u_42", at: now, issuer: Self.issuer, secret: Self.secret)
                    #expect(try await hearth.me(shared) == nil)
                    let set = try await Self.command("set", directory, input: Self.secret + "\n")
                    #expect(set.output == "kitchen: slot 1 of token-secret is set\n")
                    let isBelieved = try await eventually {
                        try await hearth.me(shared) == "u_42"
                    }
                    #expect(isBelieved)

                    let clerk = try signer.token(
                        header: ["alg": "ES256", "kid": "a"],
                        claims: [
                            "iss": "https://clerk.example", "azp": "https://app.example",
                            "sub": "user_1", "exp": .integer(now.secondsSinceEpoch + 600),
                        ])
                    for _ in 0..<3 { #expect(try await hearth.me(clerk) == "clerk:user_1") }
                    #expect(published.requests.count == 1)

                    let delete = try await Self.command("delete", directory, ["--slot", "1"])
                    #expect(delete.output == "kitchen: slot 1 of token-secret is empty\n")
                    let isRefused = try await eventually {
                        try await hearth.me(shared) == nil
                    }
                    #expect(isRefused)
                    #expect(!hearth.process.errorText.contains(Self.secret))
                    #expect(!hearth.process.errorText.contains(shared))
                    await hearth.stop()
                }
            }
        }

        @Test(
            "a token secret needs an issuer, a valid slot, and 32 bytes",
            arguments: [
                (["--kind", "token-secret"], secret),
                (["--kind", "token-secret", "--issuer", issuer, "--slot", "3"], secret),
                (
                    ["--kind", "token-secret", "--issuer", issuer],
                    "of thirty-one letters, not more"
                ),
                (["--kind", "signature", "--issuer", issuer], secret),
                (["--kind", "revenuecat-api-key", "--issuer", issuer], secret),
            ])
        func refused(arguments: [String], input: String) async throws {
            try await withTemporaryDirectory { directory in
                let set = try await HearthProcess.run(
                    ["tenants", "secrets", "set", "stockpot", "--data-directory", directory]
                        + arguments, input: input + "\n")
                #expect(set.exit != .status(0))
                #expect(!set.error.contains("there is no database"))
            }
        }

        @Test("a secret of an unknown issuer is refused")
        func unknownIssuer() async throws {
            try await ScratchDatabase.with { own in
                let tenant = try await TestTenant.create(in: own.database)
                let set = try await HearthProcess.run(
                    [
                        "tenants", "secrets", "set", tenant.slug, "--kind", "token-secret",
                        "--issuer", Self.issuer,
                    ],
                    environment: [
                        "DATABASE_URL": own.connectionString,
                        "HEARTH_ENCRYPTION_KEY": Data(repeating: 7, count: 32)
                            .base64EncodedString(),
                    ], input: Self.secret + "\n")
                #expect(set.exit == .status(66))
                #expect(set.error.contains("is not in the tenant file; it has: none."))
            }
        }

        private static func command(
            _ name: String, _ directory: String, _ arguments: [String] = [], input: String? = nil
        ) async throws -> (output: String, error: String) {
            let ended = try await HearthProcess.run(
                [
                    "tenants", "secrets", name, "kitchen", "--kind", "token-secret", "--issuer",
                    issuer, "--data-directory", directory,
                ] + arguments, input: input)
            return (ended.output, ended.error)
        }

        private static func now() -> Timestamp {
            Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000)) ?? TestClock.start
        }

        private static func tenant(keysAt port: Int) -> String {
            """
            tenant: kitchen
            name: Kitchen
            free_plan: free
            entitlements: { plus: { rank: 1 } }
            end_users:
              issuers:
                - { issuer: "\(issuer)", algorithms: [HS256], audience: authenticated }
                - issuer: https://clerk.example
                  algorithms: [ES256]
                  jwks_url: http://127.0.0.1:\(port)/jwks.json
                  authorized_parties: [https://app.example]
                  app_user_id_prefix: "clerk:"
            """
        }
    }
}

extension RunningHearth {
    /// The app user id of a token, or nil if it is refused.
    fileprivate func me(_ token: String) async throws -> String? {
        let response = try await request(
            "GET", "/v1/me/entitlements", authorization: "Bearer \(token)",
            headers: ["Hearth-Tenant": "kitchen"])
        guard response.status == 200 else { return nil }
        return try JSONParser.parse(response.body)["app_user_id"]?.string
    }
}
