import Entitlements
import HTTPTypes
import TestSupport
import Testing

@testable import EntitlementsAPI

/// Each refusal has a code that the document gives to the operation; `code` and `fix` are those of
/// the callers of the route.
@Suite("Each route refuses in the words of its callers", .timeLimit(.minutes(5)))
struct RouteRefusalTests {
    private static let aToken = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ1In0.c2lnbmF0dXJl"

    @Test("without a credential, the fix names the one that the route takes")
    func withoutCredential() async throws {
        try await run { api, route in
            switch route.access {
            case .unauthenticated: return
            case .webhook:
                try await expect(
                    "401 webhook_unauthorized", "`hearth tenants secrets set`", of: route, api)
            case .key:
                try await expect("401 unauthorized", "`hearth keys create`", of: route, api)
            case .endUser:
                try await expect("401 token_refused", "`hearth tokens explain`", of: route, api)
            }
        }
    }

    @Test(
        "the usual mistakes with an API key are named",
        arguments: [
            ("KEY", "`Authorization: Bearer <key>`: the word"), ("Basic dTpw", "the word"),
            ("Bearer \(aToken)", "`/v1/me`"), (aToken, "`/v1/me`"),
            ("Bearer \(String(repeating: "0a", count: 24))", "RevenueCat's dashboard"),
            ("Bearer whsec_0a0a", "RevenueCat's dashboard"), ("whsec_0a0a", "RevenueCat's"),
            ("Bearer hello", "with a live key"),
        ])
    func mistakes(authorization: String, advice: String) async throws {
        try await run { api, route in
            guard route.takesKeys else { return }
            let value = authorization.replacing("KEY", with: api.secretKey)
            try await expect(
                "401 unauthorized", advice, of: route, api, headers: [("Authorization", value)])
        }
    }

    @Test("a tenant that the key does not open is refused, with what helps that key")
    func tenants() async throws {
        try await run { api, route in
            guard route.takesKeys else { return }
            let named = [("Hearth-Tenant", "no-such-tenant")]
            try await expect(
                "404 tenant_not_found", "Leave out `Hearth-Tenant`", of: route, api,
                key: api.secretKey, headers: named)
            try await expect(
                "404 tenant_not_found", "`hearth tenants list`", of: route, api, key: api.adminKey,
                headers: named)
            try await expect(
                "400 invalid_request", "`detail`", of: route, api, key: api.adminKey)
            if case .key(.read, _) = route.access { return }
            try await expect(
                "403 forbidden", "secret key", of: route, api, key: api.readKey)
        }
    }

    @Test("a body of another media type, or that is no JSON, is refused with what is taken")
    func bodies() async throws {
        let contract = try Contract.shared()
        try await run { api, route in
            let mediaTypes = contract.mediaTypes(of: route.operationID)
            guard let mediaType = mediaTypes.first, let key = try api.key(for: route) else {
                return
            }
            try await expect(
                "415 unsupported_media_type", "`Content-Type: \(mediaType)`", of: route, api,
                key: key, headers: [("Content-Type", "text/html")], body: "{}")
            let isJSON = mediaType == "application/json"
            try await expect(
                isJSON ? "400 malformed_json" : "422 validation_failed",
                isJSON ? "one JSON object" : "`errors`", of: route, api, key: key,
                headers: [("Content-Type", mediaType)], body: "{")
            try await expect(
                "422 validation_failed", "`errors`", of: route, api, key: key,
                headers: [("Content-Type", mediaType)], body: #"{"nonsense": 1}"#)
        }
    }

    @Test("an unknown parameter is refused, with its name in errors")
    func parameters() async throws {
        try await run { api, route in
            guard route.method == .get, let key = try api.key(for: route) else { return }
            try await expect(
                "422 validation_failed", "`errors`", of: route, api, key: key,
                query: "?nonsense=1")
        }
    }

    /// Runs the body for each route.
    private func run(
        _ body: @escaping @Sendable (TestAPI, Route) async throws -> Void
    ) async throws {
        let routes = try await TestAPI.routes()
        try await TestAPI.run { api in
            try await api.tenant.takeTokens()
            for route in routes { try await body(api, route) }
        }
    }

    /// Sends a request and expects a refusal, whose fix has these words.
    private func expect(
        _ refusal: String, _ words: String, of route: Route, _ api: TestAPI, key: String? = nil,
        headers: [(String, String)] = [], query: String = "", body: String? = nil
    ) async throws {
        let segments = route.path.text.split(separator: "/").map { segment in
            segment == "{tenant_slug}" ? api.tenant.slug : segment.first == "{" ? "x" : "\(segment)"
        }
        var headers = headers
        if case .endUser = route.access { headers.append(("Hearth-Tenant", api.tenant.slug)) }
        let response = try await api.send(
            route.operationID, route.method.rawValue,
            "/" + segments.joined(separator: "/") + query, key: key, headers: headers,
            body: body.map { Array($0.utf8) })
        #expect(try response.refusal == refusal, "\(route.operationID)")
        let problem = try response.json
        let fix = try #require(problem["fix"]?.string)
        #expect(fix.contains(words), "\(route.operationID): \(fix)")
        if fix.contains("`errors`") { #expect(problem["errors"]?.array?.isEmpty == false) }
        let code = try #require(try response.code.flatMap(ErrorCode.init))
        let documented = try Contract.shared().codes(of: route.operationID)
        #expect(documented.contains(code), "\(route.operationID) does not document \(code)")
    }
}

extension Route {
    fileprivate var takesKeys: Bool {
        switch access {
        case .key: true
        case .unauthenticated, .webhook, .endUser: false
        }
    }
}

extension TestAPI {
    /// A credential that opens the route; nil if it takes none.
    fileprivate func key(for route: Route) throws -> String? {
        switch route.access {
        case .unauthenticated, .webhook: nil
        case .key: secretKey
        case .endUser: try Self.token(of: "u_42")
        }
    }
}

extension Contract {
    /// The media types of an operation's body.
    fileprivate func mediaTypes(of operationID: String) -> [String] {
        let operation = operations.first { $0.id == operationID }
        let body = (operation?.description["requestBody"]).map(resolved)
        return (body?["content"]?.object?.members ?? []).map(\.name)
    }
}
