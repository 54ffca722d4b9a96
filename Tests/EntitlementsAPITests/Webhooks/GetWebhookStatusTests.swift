import Entitlements
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("GET /v1/admin/webhooks")
struct GetWebhookStatusTests {
    private func status(_ api: TestAPI) async throws -> JSONValue {
        try await api.get("getWebhookStatus", "/v1/admin/webhooks", key: api.secretKey).json
    }

    @Test("one request says why webhooks do not arrive: a wrong secret")
    func refused() async throws {
        try await TestAPI.run { api in
            let event = RevenueCatEvent.initialPurchase(id: "e1")
            for _ in 1...3 {
                let refused = try await api.deliver(
                    event.body, headers: [("Authorization", "of-good-news")])
                #expect(refused.status == 401)
            }
            let told = try await status(api)
            #expect(told["last_received_at"] == .null)
            #expect(told["refused"]?["reason"] == "authorization_bearer_differs")
            // The others of this minute are counted with the next one.
            #expect(told["refused"]?["count"] == 1)
            let findings = try await api.get(
                "listFindings", "/v1/admin/findings", key: api.secretKey)
            let found = try findings.json["data"]?.array?.first
            #expect(found?["kind"] == "webhooks_refused")
            #expect(found?["reason"] == "authorization_bearer_differs")
            #expect(try await api.deliver(event.body).status == 200)
            #expect(try await status(api)["last_event_id"] == "e1")
        }
    }

    @Test("a body that is no event counts as malformed", arguments: ["{", "{}", "[]"])
    func malformed(body: String) async throws {
        try await TestAPI.run { api in
            let refused = try await api.deliver(Array(body.utf8))
            #expect(refused.status == 400)
            let told = try await status(api)
            #expect(told["refused"]?["reason"] == "malformed")
        }
    }

    @Test("a read key is refused, and so is a parameter")
    func notAllowed() async throws {
        try await TestAPI.run { api in
            let forbidden = try await api.get("getWebhookStatus", "/v1/admin/webhooks")
            #expect(try forbidden.refusal == "403 forbidden")
            let odd = try await api.get(
                "getWebhookStatus", "/v1/admin/webhooks?x=1", key: api.secretKey)
            #expect(try odd.pointers == ["/x"])
        }
    }
}
