import Entitlements
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("POST /v1/admin/webhook_events/{event_id}/retry")
struct RetryWebhookEventTests {
    private func retry(_ api: TestAPI, _ id: String, key: String) async throws -> RawHTTPResponse {
        try await api.send(
            "retryWebhookEvent", "POST", "/v1/admin/webhook_events/\(id)/retry", key: key)
    }

    @Test("a stored event is made due at once; a repetition succeeds")
    func due() async throws {
        try await TestAPI.run { api in
            try await api.tenant.receive(
                body: Array(#"{"event":{"id":"a/b","type":"SOMETHING_NEW"}}"#.utf8))
            for _ in 1...2 {
                let response = try await retry(api, "a%2Fb", key: api.secretKey)
                #expect(response.status == 202)
                #expect(try response.json["status"] == "failed")
                #expect(try response.json["event_id"] == "a/b")
            }
        }
    }

    @Test("an applied event is unchanged")
    func applied() async throws {
        try await TestAPI.run { api in
            try await api.tenant.receive(.initialPurchase(id: "e1"))
            #expect(try await retry(api, "e1", key: api.secretKey).json["status"] == "applied")
        }
    }

    @Test("an unknown or another tenant's event is not found")
    func notFound() async throws {
        try await TestAPI.run { api in
            try await TestTenant.create().receive(.initialPurchase(id: "theirs"))
            for id in ["never", "theirs"] {
                let response = try await retry(api, id, key: api.secretKey)
                #expect(response.status == 404)
                #expect(try response.code == "webhook_event_not_found")
            }
        }
    }

    @Test("a read key is refused")
    func readKey() async throws {
        try await TestAPI.run { api in
            let response = try await retry(api, "e1", key: api.readKey)
            #expect(response.status == 403)
        }
    }
}
