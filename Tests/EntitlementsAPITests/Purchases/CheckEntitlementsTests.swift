import Entitlements
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("POST /v1/entitlements/check")
struct CheckEntitlementsTests {
    private static let json = [("Content-Type", "application/json; charset=utf-8")]

    private func check(
        _ api: TestAPI, _ body: String, headers: [(String, String)] = Self.json
    ) async throws -> RawHTTPResponse {
        try await api.send(
            "checkEntitlements", "POST", "/v1/entitlements/check?as_of=2026-11-21T10:00:00Z",
            key: api.readKey, headers: headers, body: Array(body.utf8))
    }

    @Test("checks are answered in order")
    func inOrder() async throws {
        try await TestAPI.run { api in
            try await api.tenant.receive(.initialPurchase(appUserID: "u_42"))
            let response = try await check(
                api,
                #"{"checks":[{"app_user_id":"nobody","entitlement_id":"plus"},"#
                    + #"{"app_user_id":"u_42","entitlement_id":"plus"}]}"#)
            #expect(response.status == 200)
            let checks = try #require(try response.json["checks"]?.array)
            #expect(checks.map { $0["app_user_id"]?.string } == ["nobody", "u_42"])
            #expect(checks.map { $0["is_active"] } == [false, true])
        }
    }

    @Test("all field problems are listed, each with its pointer")
    func badBody() async throws {
        try await TestAPI.run { api in
            let invalid = try await check(api, #"{"checks":[{"app_user_id":1}],"check":[]}"#)
            #expect(invalid.status == 422)
            #expect(
                try invalid.pointers
                    == ["/check", "/checks/0/app_user_id", "/checks/0/entitlement_id"])

            let malformed = try await check(api, #"{"checks":[],}"#)
            #expect(malformed.status == 400)
            #expect(try malformed.code == "malformed_json")
        }
    }

    @Test("an entitlement that the catalog lacks is not found")
    func notInCatalog() async throws {
        try await TestAPI.run { api in
            let response = try await check(
                api, #"{"checks":[{"app_user_id":"u","entitlement_id":"gold"}]}"#)
            #expect(response.status == 200)
            #expect(
                try response.json["checks"]?.array?.first?["error"] == "entitlement_not_in_catalog")
        }
    }

    @Test("a body that is not declared JSON is refused", arguments: [nil, "text/plain", ""])
    func mediaType(_ type: String?) async throws {
        try await TestAPI.run { api in
            let response = try await check(
                api, #"{"checks":[{"app_user_id":"u","entitlement_id":"plus"}]}"#,
                headers: type.map { [("Content-Type", $0)] } ?? [])
            #expect(response.status == 415)
            #expect(try response.code == "unsupported_media_type")
        }
    }
}
