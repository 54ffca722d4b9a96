import Entitlements
import FoundationEssentials
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("Phones that guess")
struct GuessingPhonesTests {
    private static let other = "https://other.example"
    private let wrongCode = "404 code_not_found"
    private let tooManyCodes = "429 too_many_code_attempts"
    private let wrongClaim = "404 orphan_not_found"
    private let tooManyClaims = "429 too_many_attempts"

    /// Runs with a tenant of two issuers: ten wrong guesses of one, and its phones are slower.
    private func run(_ body: @escaping @Sendable (TestAPI) async throws -> Void) async throws {
        try await TestAPI.run { api in
            try await api.tenant.takeTokens {
                $0.tokenIssuers.append(
                    TenantDefinition.TokenIssuer(
                        issuer: Self.other, algorithms: [.hs256], audience: "authenticated"))
                $0.codes.campaigns = [.giving(code: "LAUNCH26")]
                ($0.codes.attemptsPerHour, $0.codes.tenantAttemptsPerHour) = (2, 10)
                ($0.people.claimAttemptsPerHour, $0.people.tenantClaimAttemptsPerHour) = (2, 10)
            }
            try await api.tenant.setTokenSecret(TestTokens.secret, of: Self.other)
            try await body(api)
        }
    }

    private func token(of subject: String, from issuer: String) throws -> String {
        try TestTokens.token(of: subject, at: TestAPI.now, issuer: issuer)
    }

    private func redeem(
        _ api: TestAPI, _ code: String, as subject: String, from issuer: String = TestTokens.issuer
    ) async throws -> String {
        try await api.post(
            "redeemMyCode", "/v1/me/codes/redeem", ["code": .string(code)],
            key: token(of: subject, from: issuer),
            headers: [("Hearth-Tenant", api.tenant.slug)]
        ).outcome
    }

    private func claim(
        _ api: TestAPI, _ phone: String, by secret: String, as subject: String,
        from issuer: String = TestTokens.issuer
    ) async throws -> String {
        try await api.post(
            "claimMine", "/v1/me/claims",
            [
                "app_user_id_of_purchase": .string(phone),
                "proof": ["device_secret": .string(secret)],
            ],
            key: token(of: subject, from: issuer),
            headers: [("Hearth-Tenant", api.tenant.slug)]
        ).outcome
    }

    @Test("codes: a crowd of guessers refuses neither the server nor a person without a guess")
    func codes() async throws {
        try await run { api in
            for number in 0..<12 {
                let outcome = try await redeem(api, "NOPE", as: "u_guess_\(number / 2)")
                #expect(outcome == (number == 11 ? tooManyCodes : wrongCode))
            }
            // The guessers are out, each at once; the others of their issuer are not.
            #expect(try await redeem(api, "LAUNCH26", as: "u_guess_0") == tooManyCodes)
            #expect(try await redeem(api, "LAUNCH26", as: "u_guess_5") == tooManyCodes)
            #expect(try await redeem(api, "LAUNCH26", as: "u_ana") == "200")
            let checked = try await api.me(
                "checkMyCode", "/v1/me/codes/check?code=LAUNCH26", as: "u_ben")
            #expect(checked.status == 200)
            // Above the issuer's limit a person has one guess; below another's, as many as ever.
            #expect(try await redeem(api, "NOPE", as: "u_cleo") == wrongCode)
            #expect(try await redeem(api, "LAUNCH26", as: "u_cleo") == tooManyCodes)
            for (code, outcome) in [("NOPE", wrongCode), ("LAUNCH26", "200")] {
                #expect(
                    try await redeem(api, code, as: "u_dan", from: Self.other) == outcome)
            }
        }
    }

    @Test("codes: the server's guesses are not counted, and never refused")
    func codesOfTheServer() async throws {
        try await run { api in
            for _ in 0..<12 {
                let wrong = try await api.post(
                    "redeemCode", "/v1/users/u_1/codes/redeem", ["code": "NOPE"])
                #expect(wrong.outcome == wrongCode)
                let checked = try await api.get(
                    "checkCode", "/v1/users/u_1/codes/check?code=NOPE", key: api.secretKey)
                #expect(checked.outcome == wrongCode)
            }
            #expect(try await redeem(api, "LAUNCH26", as: "u_1") == "200")
            for _ in 0..<3 { _ = try await redeem(api, "NOPE", as: "u_2") }
            let right = try await api.post(
                "redeemCode", "/v1/users/u_2/codes/redeem", ["code": "LAUNCH26"])
            #expect(right.status == 200)
        }
    }

    @Test("claims: a crowd of guessers refuses neither the server nor a person without a guess")
    func claims() async throws {
        try await run { api in
            let phones = (0..<4).map { "$RCAnonymousID:\($0)" }
            for phone in phones {
                try await api.tenant.create(phone, secret: "dev_\(phone)")
                try await api.tenant.receive(
                    .initialPurchase(appUserID: phone, originalTransactionID: phone))
            }
            for number in 0..<12 {
                let outcome = try await claim(
                    api, phones[0], by: "dev_guess", as: "u_guess_\(number / 2)")
                #expect(outcome == (number == 11 ? tooManyClaims : wrongClaim))
            }
            #expect(
                try await claim(api, phones[0], by: "dev_\(phones[0])", as: "u_guess_0")
                    == tooManyClaims)
            #expect(try await claim(api, phones[0], by: "dev_\(phones[0])", as: "u_ana") == "200")
            #expect(
                try await claim(api, phones[1], by: "dev_guess", as: "u_dan", from: Self.other)
                    == wrongClaim)
            #expect(
                try await claim(
                    api, phones[1], by: "dev_\(phones[1])", as: "u_dan", from: Self.other) == "200")
            let vouched = try await api.post(
                "claimOrphan", "/v1/users/u_guess_0/claims",
                ["app_user_id_of_purchase": .string(phones[2])])
            #expect(vouched.status == 200)
        }
    }

    @Test("claims that are right are never counted, nor those of the server")
    func rightClaims() async throws {
        try await run { api in
            let phone = "$RCAnonymousID:1"
            try await api.tenant.create(phone, secret: "dev_1")
            try await api.tenant.receive(.initialPurchase(appUserID: phone))
            for _ in 0..<4 {
                #expect(try await claim(api, phone, by: "dev_1", as: "u_ana") == "200")
                let wrong = try await api.post(
                    "claimOrphan", "/v1/users/u_ben/claims",
                    ["orphan_id": .string(UUID().uuidString)])
                #expect(wrong.outcome == wrongClaim)
            }
            #expect(try await claim(api, phone, by: "dev_1", as: "u_ben") == wrongClaim)
        }
    }

    @Test("a wrong token as a proof is a wrong guess")
    func wrongTokens() async throws {
        try await run { api in
            for number in 0..<3 {
                let refused = try await api.post(
                    "claimMine", "/v1/me/claims",
                    ["app_user_id_of_purchase": "x", "proof": ["anonymous_token": "x.y.z"]],
                    key: token(of: "u_1", from: TestTokens.issuer),
                    headers: [("Hearth-Tenant", api.tenant.slug)])
                #expect(
                    refused.outcome == (number == 2 ? tooManyClaims : wrongClaim))
            }
        }
    }
}

extension RawHTTPResponse {
    /// The status, and the code of a refusal.
    fileprivate var outcome: String { status < 400 ? "\(status)" : (try? refusal) ?? "\(status)" }
}
