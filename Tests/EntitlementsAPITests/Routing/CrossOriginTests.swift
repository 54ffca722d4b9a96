import Entitlements
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("Browsers and web views from another origin")
struct CrossOriginTests {
    private static let page = "https://app.example"

    private func send(
        _ api: TestAPI, _ method: String, _ target: String, _ headers: [(String, String)]
    ) async throws -> RawHTTPResponse {
        let lines = headers.map { "\($0.0): \($0.1)\r\n" }.joined()
        return try await RawHTTPConnection.with(port: api.port) { connection in
            try await connection.send(
                Array("\(method) \(target) HTTP/1.1\r\nHost: hearth.test\r\n\(lines)\r\n".utf8))
            return try await connection.response()
        }
    }

    private func preflight(
        _ api: TestAPI, _ target: String, from origin: String, for method: String = "POST"
    ) async throws -> RawHTTPResponse {
        try await send(
            api, "OPTIONS", target,
            [("Origin", origin), ("Access-Control-Request-Method", method)])
    }

    private func run(_ body: @escaping @Sendable (TestAPI) async throws -> Void) async throws {
        try await TestAPI.run { api in
            let origins = [Self.page, "capacitor://localhost"].compactMap(WebOrigin.init)
            try await api.tenant.takeTokens { $0.endUsers.origins = Set(origins) }
            api.credentials.invalidate()
            try await body(api)
        }
    }

    @Test("a preflight is answered, and kept by the browser")
    func preflights() async throws {
        try await run { api in
            let response = try await preflight(api, "/v1/me/household", from: Self.page)
            #expect(response.status == 204)
            #expect(response["access-control-allow-origin"] == Self.page)
            #expect(response["access-control-allow-methods"] == "GET, HEAD, POST, DELETE")
            let allowed = response["access-control-allow-headers"]?.lowercased()
            for header in ["authorization", "hearth-tenant", "content-type", "idempotency-key"] {
                #expect(allowed?.contains(header) == true)
            }
            #expect(response["access-control-max-age"] == "7200")
            #expect(response["access-control-allow-credentials"] == nil)
            #expect(response["vary"] == "Origin")
            let view = try await preflight(api, "/v1/me", from: "capacitor://localhost")
            #expect(view["access-control-allow-origin"] == "capacitor://localhost")
        }
    }

    @Test("answers and refusals are readable for the tenant's origins")
    func answers() async throws {
        try await run { api in
            let named = [("Hearth-Tenant", api.tenant.slug), ("Origin", Self.page)]
            let token = try TestAPI.token(of: "u_42")
            for headers in [named + [("Authorization", "Bearer \(token)")], named] {
                let response = try await send(api, "GET", "/v1/me/limits", headers)
                #expect(response["access-control-allow-origin"] == Self.page)
                #expect(response["access-control-expose-headers"]?.contains("ETag") == true)
                #expect(response["access-control-allow-credentials"] == nil)
                #expect(response["vary"] == "Origin")
            }
            let native = try await send(
                api, "GET", "/v1/me/limits", [("Hearth-Tenant", api.tenant.slug)])
            #expect(native["access-control-allow-origin"] == nil)
            #expect(native["vary"] == "Origin")
        }
    }

    @Test(
        "origins that no tenant lists pass no preflight",
        arguments: [
            "null", "*", "https://app.example.evil.test", "https://evil.test", "https://app.exampl",
            "http://app.example", "https://app.example:444", "https://app.example/",
            "HTTPS://app.example", "https://App.example", "https://sub.app.example",
            "https://app.example@evil.test", "https://app.example%00.evil.test",
            "https://app.example, https://evil.test", "capacitor://evil", "file://",
        ])
    func foreign(origin: String) async throws {
        try await run { api in
            let response = try await preflight(api, "/v1/me/household", from: origin)
            #expect(response.status == 204)
            let answer = try await send(
                api, "GET", "/v1/me",
                [("Hearth-Tenant", api.tenant.slug), ("Origin", origin)])
            for response in [response, answer] {
                #expect(response["access-control-allow-origin"] == nil)
                #expect(response["access-control-allow-methods"] == nil)
                #expect(response["vary"] == "Origin")
            }
        }
    }

    @Test("another tenant's page passes the preflight and reads no answer")
    func otherTenant() async throws {
        try await run { api in
            let other = try await TestTenant.create()
            try await other.takeTokens()
            let token = try TestAPI.token(of: "u_42")
            let response = try await send(
                api, "GET", "/v1/me/limits",
                [
                    ("Hearth-Tenant", other.slug), ("Origin", Self.page),
                    ("Authorization", "Bearer \(token)"),
                ])
            #expect(response.status == 200)
            #expect(response["access-control-allow-origin"] == nil)
            let unnamed = try await send(api, "GET", "/v1/me", [("Origin", Self.page)])
            #expect(unnamed["access-control-allow-origin"] == nil)
        }
    }

    @Test(
        "what needs no credential is readable for the tenant's origins", arguments: [true, false])
    func unauthenticated(isKnown: Bool) async throws {
        try await run { api in
            let origin = isKnown ? Self.page : "https://evil.test"
            let expected = isKnown ? Self.page : nil
            let keys = "/v1/tenants/\(api.tenant.slug)/.well-known/jwks.json"
            let status = [("Hearth-Tenant", api.tenant.slug)]
            for (target, named) in [("/v1/status", status), (keys, [])] {
                let response = try await preflight(api, target, from: origin, for: "GET")
                #expect(response.status == 204)
                let answer = try await send(api, "GET", target, named + [("Origin", origin)])
                #expect(answer.status == 200)
                for response in [response, answer] {
                    #expect(response["access-control-allow-origin"] == expected)
                    #expect(response["vary"] == "Origin")
                }
            }
        }
    }

    @Test("another tenant's keys and status are not readable")
    func otherTenantUnauthenticated() async throws {
        try await run { api in
            let other = try await TestTenant.create()
            let keys = "/v1/tenants/\(other.slug)/.well-known/jwks.json"
            let named = [("Hearth-Tenant", api.tenant.slug), ("Origin", Self.page)]
            let answer = try await send(api, "GET", keys, named)
            #expect(answer.status == 200)
            #expect(answer["access-control-allow-origin"] == nil)
            #expect(answer["vary"] == "Origin")
        }
    }

    @Test(
        "routes with keys answer no preflight and carry no header",
        arguments: ["/v1/users/u/entitlements", "/v1/households", "/v1/meter", "/v1/admin/runs"])
    func keys(target: String) async throws {
        try await run { api in
            let response = try await preflight(api, target, from: Self.page)
            #expect([404, 405].contains(response.status))
            let answer = try await send(
                api, "GET", target,
                [
                    ("Origin", Self.page), ("Hearth-Tenant", api.tenant.slug),
                    ("Authorization", "Bearer \(api.secretKey)"),
                ])
            for response in [response, answer] {
                #expect(response["access-control-allow-origin"] == nil)
                #expect(response["vary"] == nil)
            }
        }
    }

    @Test("OPTIONS that is no preflight is refused, and two origins are none")
    func malformed() async throws {
        try await run { api in
            let plain = try await send(api, "OPTIONS", "/v1/me", [])
            #expect(plain.status == 405)
            let twice = try await send(
                api, "OPTIONS", "/v1/me",
                [
                    ("Origin", Self.page), ("Origin", Self.page),
                    ("Access-Control-Request-Method", "GET"),
                ])
            #expect(twice["access-control-allow-origin"] == nil)
        }
    }
}
