import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("Access to /v1/me", .timeLimit(.minutes(5)))
struct EndUserAuthenticationTests {
    private static let invalidToken = #"Bearer realm="hearth", error="invalid_token""#

    @Test("a token is accepted at each route", arguments: TestAPI.routesOfEndUsers)
    func works(operationID: String, method: String, target: String) async throws {
        try await TestAPI.run(answering: { _, _ in .subscriber(having: [.nowRunning()]) }) { api in
            try await api.tenant.takeTokens()
            try await api.tenant.setUpstreamKey()
            try await api.tenant.receive(.nowRunning())
            try await api.tenant.found("u_42")
            let response = try await api.me(operationID, target, method: method, as: "u_42")
            #expect(response.status == 200)
        }
    }

    @Test(
        "each wrong token, and each key, gets the same 401",
        arguments: TestAPI.routesOfEndUsers + TestAPI.changesOfEndUsers)
    func wrong(operationID: String, method: String, target: String) async throws {
        try await TestAPI.run { api in
            try await api.tenant.takeTokens()
            let other = try await TestTenant.create()
            try await other.takeTokens()
            try await other.setTokenSecret("the secret of another tenant, as long...")
            let theirs = try TestTokens.token(
                of: "u_42", at: TestAPI.now, secret: "the secret of another tenant, as long...")
            let mine = try TestAPI.token(of: "u_42")
            var bodies: Set<String> = []
            for (token, slug) in [
                ("hello", api.tenant.slug), (String(mine.dropLast(2)), api.tenant.slug),
                (try TestAPI.token(of: "u_42", claims: ["exp": 1]), api.tenant.slug),
                (try TestAPI.token(of: "u_42", claims: ["aud": "anon"]), api.tenant.slug),
                (theirs, api.tenant.slug), (mine, other.slug), (mine, "no-such-tenant"),
                (mine, "No Slug"), (api.secretKey, api.tenant.slug),
                (api.readKey, api.tenant.slug), (api.adminKey, api.tenant.slug),
            ] {
                let response = try await api.me(
                    operationID, target, method: method, token: token, of: slug,
                    headers: oneRequestID)
                #expect(try response.refusal == "401 token_refused")
                #expect(response["www-authenticate"] == Self.invalidToken)
                bodies.insert(response.text)
            }
            #expect(bodies.count == 1)
            #expect(api.upstream.requests.isEmpty)
        }
    }

    @Test(
        "an anonymous token of an identified app user is refused as superseded",
        arguments: TestAPI.routesOfEndUsers)
    func superseded(operationID: String, method: String, target: String) async throws {
        try await TestAPI.run(answering: { _, _ in .subscriber(having: [.nowRunning()]) }) { api in
            try await api.tenant.takeTokens()
            try await api.tenant.setUpstreamKey()
            let token = try TestAPI.token(of: "sign-in", isAnonymous: true)
            try await api.tenant.receive(.nowRunning(appUserID: "sign-in"))
            try await api.tenant.found("sign-in")
            let before = try await api.me(operationID, target, method: method, token: token)
            #expect(before.status == 200)

            try await api.tenant.declareAnonymous("sign-in")
            try await api.tenant.receive(
                RevenueCatEvent.initialPurchase(appUserID: "u_42").id("joining")
                    .setting("aliases", ["u_42", "sign-in"]))
            let after = try await api.me(operationID, target, method: method, token: token)
            #expect(try after.refusal == "401 token_superseded")
            #expect(after["www-authenticate"] == Self.invalidToken)
            let identified = try await api.me(operationID, target, method: method, as: "u_42")
            #expect(identified.status == 200)
        }
    }

    @Test("a missing token is 401, a missing or repeated tenant 400")
    func absent() async throws {
        try await TestAPI.run { api in
            try await api.tenant.takeTokens()
            let named = [("Hearth-Tenant", api.tenant.slug)]
            let absent = try await api.send("getMe", "GET", "/v1/me", headers: named)
            #expect(try absent.refusal == "401 token_refused")
            #expect(absent["www-authenticate"] == #"Bearer realm="hearth""#)
            let token = try TestAPI.token(of: "u_42")
            let unnamed = try await api.send("getMe", "GET", "/v1/me", key: token)
            #expect(try unnamed.refusal == "400 invalid_request")
            let twice = try await api.send(
                "getMe", "GET", "/v1/me", key: token, headers: named + named)
            #expect(try twice.refusal == "400 invalid_request")
            let basic = try await api.send(
                "getMe", "GET", "/v1/me",
                headers: named + [("Authorization", "Basic \(token)")])
            #expect(try basic.refusal == "401 token_refused")
            #expect(basic["www-authenticate"] == #"Bearer realm="hearth""#)
        }
    }

    @Test("a token opens no other route, and shows only its own app user")
    func elsewhere() async throws {
        try await TestAPI.run { api in
            try await api.tenant.takeTokens()
            try await api.tenant.receive(.nowRunning())
            let token = try TestAPI.token(of: "u_43")
            let other = try await api.get(
                "getEntitlements", "/v1/users/u_43/entitlements", key: token,
                headers: [("Hearth-Tenant", api.tenant.slug)])
            #expect(try other.refusal == "401 unauthorized")
            let mine = try await api.me("getMyEntitlements", "/v1/me/entitlements", token: token)
            #expect(try mine.json["app_user_id"] == "u_43")
            #expect(try mine.json["entitlements"] == [:])
        }
    }

    @Test("a replaced secret counts once the cache is invalidated")
    func rotated() async throws {
        try await TestAPI.run { api in
            try await api.tenant.takeTokens()
            func status(_ secret: String) async throws -> Int {
                let token = try TestTokens.token(of: "u_42", at: TestAPI.now, secret: secret)
                return try await api.me(
                    "getMyEntitlements", "/v1/me/entitlements", token: token
                ).status
            }
            let next = "the secret of Supabase that comes next.."
            #expect(try await status(TestTokens.secret) == 200)
            #expect(try await status(next) == 401)
            try await api.tenant.setTokenSecret(next, slot: 2)
            api.credentials.invalidate()
            #expect(try await [status(TestTokens.secret), status(next)] == [200, 200])
            _ = try await api.tenant.database.callOne(
                DeleteSecret(kind: "token_secret", name: TestTokens.issuer, slot: 1),
                in: api.tenant.id)
            api.credentials.invalidate()
            #expect(try await [status(TestTokens.secret), status(next)] == [401, 200])
        }
    }

    @Test(
        "published keys are fetched once, from loopback only in development",
        arguments: [true, false])
    func published(isDevelopment: Bool) async throws {
        let signer = TestSigner.newES256()
        let keys = UpstreamAnswer.json(["keys": [try signer.jwk("a")]])
        try await Upstream.with({ _, _ in keys }) { issuer, port in
            try await TestAPI.run(isDevelopment: isDevelopment) { api in
                let url = KeySetURL(rawValue: "http://127.0.0.1:\(port)/jwks.json")
                try await api.tenant.apply {
                    $0.tokenIssuers = [
                        TenantDefinition.TokenIssuer(
                            issuer: "https://clerk.example", algorithms: [.es256],
                            keySetURL: url, authorizedParties: ["https://app.example"])
                    ]
                    $0.tokenIssuers[0].appUserIDPrefix = "clerk:"
                }
                let token = try signer.token(
                    header: ["alg": "ES256", "kid": "a"],
                    claims: [
                        "iss": "https://clerk.example", "azp": "https://app.example",
                        "sub": "user_1", "exp": .integer(TestAPI.now.secondsSinceEpoch + 60),
                    ])
                for _ in 0..<3 {
                    let response = try await api.me(
                        "getMyEntitlements", "/v1/me/entitlements", token: token)
                    #expect(response.status == (isDevelopment ? 200 : 401))
                    if isDevelopment {
                        #expect(try response.json["app_user_id"] == "clerk:user_1")
                    }
                    api.credentials.invalidate()
                }
                #expect(issuer.requests.count == (isDevelopment ? 1 : 0))
            }
        }
    }
}

extension TestTenant {
    fileprivate func declareAnonymous(_ appUserID: String) async throws {
        try await TestDatabase.shared.administer(
            """
            update entitlements.app_user_ids set declared_anonymous_at = now()
             where tenant_id = '\(id)' and app_user_id = '\(appUserID)'
            """)
    }
}
