import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("get_webhook_status")
struct GetWebhookStatusTests {
    private let bought = RevenueCatEvent.defaultPurchase

    @Test("the last event, the failed ones and the refused ones are told, of this tenant alone")
    func told() async throws {
        let tenant = try await TestTenant.create()
        let other = try await TestTenant.create()
        let nothing: JSONValue = [
            "last_received_at": nil, "last_event_id": nil, "last_type": nil, "failed": 0,
            "refused": nil,
        ]
        #expect(try await tenant.webhookStatus() == nothing)
        try await tenant.receive(.initialPurchase(id: "a"), receivedAt: bought)
        try await tenant.receive(
            .incomplete(id: "b").setting("type", "RENEWAL"),
            receivedAt: bought.advanced(bySeconds: 1))
        try await tenant.noteRefusedWebhook("malformed", 2, at: bought)
        let told = try await tenant.webhookStatus(at: bought.advanced(bySeconds: 2))
        #expect(told["last_received_at"] == .string(bought.advanced(bySeconds: 1).rfc3339))
        #expect(told["last_event_id"] == "b")
        #expect(told["last_type"] == "RENEWAL")
        #expect(told["failed"] == 1)
        #expect(told["refused"]?["reason"] == "malformed")
        #expect(try await other.webhookStatus() == nothing)
    }
}
