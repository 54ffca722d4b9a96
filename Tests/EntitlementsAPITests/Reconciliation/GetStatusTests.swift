import Entitlements
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("GET /v1/status")
struct GetStatusTests {
    @Test("any caller reads the status of a tenant that it names")
    func works() async throws {
        try await TestAPI.run { api in
            let named = [("Hearth-Tenant", api.tenant.slug)]
            let response = try await api.send("getStatus", "GET", "/v1/status", headers: named)
            #expect(response.status == 200)
            #expect(try response.json["version"] == .string(Release.version))
            #expect(try response.json["revenuecat"]?["status"] == "not_configured")
            #expect(try response.json["webhooks"]?["status"] == "quiet")
            let again = try await api.send("getStatus", "GET", "/v1/status", headers: named)
            #expect(again.status == 200)
        }
    }

    @Test("an unnamed and an unknown tenant are refused")
    func refused() async throws {
        try await TestAPI.run { api in
            let unnamed = try await api.send("getStatus", "GET", "/v1/status")
            #expect(try unnamed.refusal == "400 invalid_request")
            for name in ["no-such-tenant", "No Slug"] {
                let unknown = try await api.send(
                    "getStatus", "GET", "/v1/status", headers: [("Hearth-Tenant", name)])
                #expect(try unknown.refusal == "404 tenant_not_found")
            }
        }
    }
}
