import Entitlements
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("GET /v1/admin/webhook_events/{event_id}")
struct GetWebhookEventTests {
    @Test("an event has its body, for the secret key alone")
    func body() async throws {
        try await TestAPI.run { api in
            let event = RevenueCatEvent.initialPurchase(id: "a/b")
            #expect(try await api.deliver(event.body).status == 200)
            let path = "/v1/admin/webhook_events/a%2Fb"
            let found = try await api.get("getWebhookEvent", path, key: api.secretKey)
            #expect(try found.json["body"] == JSONParser.parse(event.body))
            #expect(try found.json["event_id"] == "a/b")
            let forbidden = try await api.get("getWebhookEvent", path)
            #expect(try forbidden.refusal == "403 forbidden")
        }
    }

    @Test("an event whose body was dropped says when")
    func dropped() async throws {
        try await TestAPI.run { api in
            let event = RevenueCatEvent.initialPurchase(id: "old")
            #expect(try await api.deliver(event.body).status == 200)
            try await TestDatabase.shared.administer(
                """
                update entitlements.webhook_events
                   set body = null, body_dropped_at = '2026-11-21T10:00:00Z'
                 where tenant_id = '\(api.tenant.id)'
                """)
            let found = try await api.get(
                "getWebhookEvent", "/v1/admin/webhook_events/old", key: api.secretKey)
            #expect(try found.json["body"] == .null)
            #expect(try found.json["body_dropped_at"] == "2026-11-21T10:00:00.000Z")
        }
    }

    @Test("an unknown event, another tenant's, and an odd id are not found")
    func notFound() async throws {
        try await TestAPI.run { api in
            try await TestTenant.create().receive(.initialPurchase(id: "theirs"))
            for id in ["theirs", "never", "%F0%9F%98%80", "a%22b"] {
                let missing = try await api.get(
                    "getWebhookEvent", "/v1/admin/webhook_events/\(id)", key: api.secretKey)
                #expect(try missing.refusal == "404 webhook_event_not_found")
            }
        }
    }
}
