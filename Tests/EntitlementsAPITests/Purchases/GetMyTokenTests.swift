import Entitlements
import FoundationEssentials
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("GET /v1/me/token", .timeLimit(.minutes(5)))
struct GetMyTokenTests {
    private func keySet(_ api: TestAPI, of slug: String? = nil) async throws -> RawHTTPResponse {
        try await api.send(
            "getSigningKeys", "GET",
            "/v1/tenants/\(slug ?? api.tenant.slug)/.well-known/jwks.json")
    }

    private func statement(_ api: TestAPI, of appUserID: String) async throws -> String {
        let response = try await api.me("getMyToken", "/v1/me/token", as: appUserID)
        return try #require(try response.json["token"]?.string)
    }

    /// Verifies tokens with PyJWT; each outcome is the claims or the name of the refusal.
    private func verify(
        _ tokens: [String], with keySet: JSONValue, as audience: String
    ) async throws -> [JSONValue] {
        let python = try await PythonEnvironment(with: "pyjwt[crypto]==2.10.1")
        let script = """
            import json, jwt, sys
            told = json.load(sys.stdin)
            def outcome(token):
                try:
                    kid = jwt.get_unverified_header(token)["kid"]
                    key = jwt.PyJWKSet.from_dict(told["jwks"])[kid]
                    return jwt.decode(token, key.key, algorithms=["ES256"],
                        audience=told["audience"], issuer="hearth:" + told["audience"],
                        options={"require": ["exp", "iat", "sub"]})
                except Exception as error:
                    return type(error).__name__
            print(json.dumps([outcome(token) for token in told["tokens"]]))
            """
        let input: JSONValue = [
            "jwks": keySet, "audience": .string(audience),
            "tokens": .array(tokens.map(JSONValue.string)),
        ]
        return try JSONParser.parse(try await python.run(script, input: input.bytes)).array ?? []
    }

    @Test(
        "PyJWT verifies a statement, and refuses what was made of it",
        .enabled(if: PythonEnvironment.isPresent, "python3 with venv is missing"))
    func verified() async throws {
        try await TestAPI.run { api in
            try await api.tenant.takeTokens()
            try await api.tenant.receive(.nowRunning())
            let first = try await api.tenant.rotateSigningKey()
            try await api.tenant.rotateSigningKey()
            let token = try await statement(api, of: "u_42")
            let keySet = try await keySet(api)
            #expect(keySet["cache-control"] == "public, max-age=900")
            #expect(try keySet.json["keys"]?.array?.count == 2)
            let parts = token.split(separator: ".").map(String.init)
            let point = first.key.point
            let outcomes = try await verify(
                [
                    token, Forgery.stretched(parts), Forgery.unsigned(parts),
                    Forgery.signedWithPublicKey(parts, point), Forgery.ofOtherKey(parts),
                    String(token.dropLast(2)), "\(parts[0]).\(parts[1]).",
                ],
                with: try keySet.json, as: api.tenant.slug)
            let claims = outcomes[0]
            #expect(claims["sub"] == "u_42")
            #expect(claims["plan"] == "plus")
            #expect(claims["entitlements"]?["plus"]?["is_active"] == true)
            for outcome in outcomes.dropFirst() {
                #expect(outcome.string != nil, "a forgery was taken: \(outcome)")
            }
            let elsewhere = try await verify(
                [token], with: try keySet.json, as: "another-tenant")
            #expect(elsewhere[0].string?.hasPrefix("Invalid") == true)
            let other = try await TestTenant.create()
            try await other.rotateSigningKey()
            let theirs = try await self.keySet(api, of: other.slug)
            let foreign = try await verify([token], with: try theirs.json, as: api.tenant.slug)
            #expect(foreign[0].string == "KeyError")
        }
    }

    @Test("a statement opens no route")
    func noKey() async throws {
        try await TestAPI.run { api in
            try await api.tenant.takeTokens()
            try await api.tenant.rotateSigningKey()
            let token = try await statement(api, of: "u_42")
            let response = try await api.me("getMe", "/v1/me", token: token)
            #expect(try response.refusal == "401 token_refused")
        }
    }

    @Test("without a key there is no statement, and the key set is empty")
    func withoutKey() async throws {
        try await TestAPI.run { api in
            try await api.tenant.takeTokens()
            let response = try await api.me("getMyToken", "/v1/me/token", as: "u_42")
            #expect(try response.refusal == "409 no_signing_key")
            #expect(try await keySet(api).json["keys"] == [])
            let unknown = try await keySet(api, of: "no-such-tenant")
            #expect(try unknown.refusal == "404 tenant_not_found")
        }
    }

    @Test("a rotation at once takes effect with the next request")
    func rotated() async throws {
        try await TestAPI.run { api in
            try await api.tenant.takeTokens()
            let first = try await api.tenant.rotateSigningKey()
            #expect(try Self.keyID(of: try await statement(api, of: "u_42")) == first.key.id)
            try await api.tenant.rotateSigningKey()
            api.credentials.invalidate()
            #expect(try Self.keyID(of: try await statement(api, of: "u_42")) == first.key.id)
            let third = try await api.tenant.rotateSigningKey(isAtOnce: true)
            api.credentials.invalidate()
            #expect(try Self.keyID(of: try await statement(api, of: "u_42")) == third.key.id)
            #expect(try await keySet(api).json["keys"]?.array?.count == 1)
        }
    }

    private static func keyID(of token: String) throws -> String? {
        let segment = token.split(separator: ".").first.map(String.init)
        let header = try #require(Forgery.decoded(segment))
        return try JSONParser.parse(header)["kid"]?.string
    }
}

/// What an attacker makes of a statement.
private enum Forgery {
    static func decoded(_ segment: String?) -> [UInt8]? {
        guard let segment else { return nil }
        let text = segment.replacing("-", with: "+").replacing("_", with: "/")
        let padding = String(repeating: "=", count: (4 - text.count % 4) % 4)
        return Data(base64Encoded: text + padding).map { [UInt8]($0) }
    }

    /// The claims with a later end, under the old signature.
    static func stretched(_ parts: [String]) throws -> String {
        "\(parts[0]).\(try laterClaims(parts)).\(parts[2])"
    }

    static func unsigned(_ parts: [String]) throws -> String {
        "\(try header(parts, algorithm: "none")).\(try laterClaims(parts))."
    }

    static func signedWithPublicKey(_ parts: [String], _ point: [UInt8]) throws -> String {
        let signed = "\(try header(parts, algorithm: "HS256")).\(try laterClaims(parts))"
        let code = try TestSigner.hs256(point).signature(of: Array(signed.utf8))
        return "\(signed).\(code.base64URL)"
    }

    /// Signed by the attacker's own key, under the tenant's key id.
    static func ofOtherKey(_ parts: [String]) throws -> String {
        let header = try #require(decoded(parts[0]))
        let later = try laterClaims(parts)
        let claims = try #require(decoded(later))
        return try SigningKey().token(header: header, claims: claims)
    }

    private static func object(_ segment: String) throws -> JSONObject {
        let bytes = try #require(decoded(segment))
        let value = try JSONParser.parse(bytes)
        return try #require(value.object)
    }

    private static func header(_ parts: [String], algorithm: String) throws -> String {
        var header = try object(parts[0])
        header["alg"] = .string(algorithm)
        return JSONValue.object(header).bytes.base64URL
    }

    private static func laterClaims(_ parts: [String]) throws -> String {
        var claims = try object(parts[1])
        claims["exp"] = 4_102_444_800
        return JSONValue.object(claims).bytes.base64URL
    }
}
