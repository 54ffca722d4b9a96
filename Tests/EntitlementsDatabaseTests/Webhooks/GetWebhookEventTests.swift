import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("get_webhook_event")
struct GetWebhookEventTests {
    private func event(_ id: String, of tenant: TestTenant) async throws -> JSONValue {
        try JSONParser.parse(
            try await tenant.database.callOne(GetWebhookEvent(eventID: id), in: tenant.id).json)
    }

    @Test("an event is returned with its body, also one that failed")
    func body() async throws {
        let tenant = try await TestTenant.create()
        let bought = RevenueCatEvent.initialPurchase(id: "bought")
            .setting("subscriber_attributes", ["name": "é \u{1F600} \"quoted\""])
        try await tenant.receive(bought)
        try await tenant.receive(.incomplete(id: "failed"))
        let found = try await event("bought", of: tenant)
        #expect(found["type"] == "INITIAL_PURCHASE")
        #expect(found["status"] == "applied")
        let sent = try JSONParser.parse(bought.body)
        #expect(found["body"] == sent)
        let failed = try await event("failed", of: tenant)
        #expect(failed["status"] == "failed")
        #expect(failed["failure"]?.string != nil)
        #expect(failed["due_at"]?.string != nil)
    }

    @Test(
        "any body that was accepted can be shown",
        arguments: [
            #"{"event":{"id":"odd","type":"NEW","x":"\u0000\ud800 \/","n":1e400}}"#,
            "\n {\"event\" : {\"id\":\"odd\",\"type\":\"NEW\"}} ",
        ])
    func odd(body: String) async throws {
        let tenant = try await TestTenant.create()
        do {
            try await tenant.receive(body: Array(body.utf8))
        } catch {
            return  // It was refused as no event.
        }
        let row = try await tenant.database.callOne(
            GetWebhookEvent(eventID: "odd"), in: tenant.id)
        #expect(String(decoding: row.json, as: UTF8.self).contains(#""body":"#))
    }

    @Test("the body of an erased app user's event is empty")
    func erased() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase(id: "hers", appUserID: "u_ana"))
        try await tenant.receive(.initialPurchase(id: "his", appUserID: "u_ben"))
        try await tenant.erase("u_ana")
        while try await !tenant.database.callOne(EraseWebhookEvents(maximum: 1_000)).isDone {}
        #expect(try await event("hers", of: tenant)["body"] == [:])
        #expect(try await event("his", of: tenant)["body"]?["event"] != nil)
        #expect(try await tenant.events { $0.appUserID = "u_ana" }.isEmpty)
    }

    @Test("an unknown event, and one of another tenant, is not found")
    func notFound() async throws {
        let tenant = try await TestTenant.create()
        try await TestTenant.create().receive(.initialPurchase(id: "theirs"))
        for id in ["theirs", "", "never"] {
            await expectFailure(.webhookEventNotFound) {
                try await event(id, of: tenant)
            }
        }
    }
}
