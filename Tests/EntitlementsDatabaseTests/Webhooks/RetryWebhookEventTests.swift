import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("retry_webhook_event")
struct RetryWebhookEventTests {
    @Test("a failed event is due at once, and keeps its reason")
    func failed() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.incomplete(id: "a"))
        let before = try #require(try await tenant.event("a")?.dueAt)
        #expect(try await tenant.retry("a") == "failed")
        let event = try #require(try await tenant.event("a"))
        #expect(event.failure == "PT422 evidence_incomplete")
        #expect(try #require(event.dueAt) < before)
    }

    @Test("a stored event of an unknown type can be retried")
    func stored() async throws {
        let tenant = try await TestTenant.create()
        let event = RevenueCatEvent.initialPurchase(id: "a")
        try await tenant.receive(event.setting("type", "NEW_IDEA"))
        for _ in 0..<2 { #expect(try await tenant.retry("a") == "failed") }
        #expect(try await tenant.event("a")?.failure == "retry_requested")
        #expect(try await tenant.receive(event).status == "applied")
    }

    @Test("an applied event is unchanged")
    func applied() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase(id: "a"))
        #expect(try await tenant.retry("a") == "applied")
        #expect(try await tenant.event("a")?.dueAt == nil)
    }

    @Test("an unknown or another tenant's event is not found")
    func refused() async throws {
        let tenant = try await TestTenant.create()
        let other = try await TestTenant.create()
        try await other.receive(.incomplete(id: "a"))
        let due = try await other.event("a")?.dueAt
        await expectFailure(.webhookEventNotFound) { try await tenant.retry("a") }
        #expect(try await other.event("a")?.dueAt == due)
    }

    @Test("simultaneous retries and deliveries apply the event once")
    func raced() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.incomplete(id: "a"))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask { _ = try await tenant.retry("a") }
                group.addTask { try await tenant.receive(.initialPurchase(id: "a")) }
            }
            try await group.waitForAll()
        }
        #expect(try await tenant.event("a")?.status == "applied")
        #expect(try await tenant.rows(in: "evidence") == 1)
    }
}

extension TestTenant {
    fileprivate func retry(_ eventID: String) async throws -> String {
        try await database.callOne(RetryWebhookEvent(eventID: eventID), in: id).status
    }
}
