import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("list_webhook_events")
struct ListWebhookEventsTests {
    private let bought = RevenueCatEvent.defaultPurchase

    @Test("a tenant's events are listed newest first, ties by id")
    func listed() async throws {
        let tenant = try await TestTenant.create()
        let other = try await TestTenant.create()
        try await other.receive(.initialPurchase(id: "z"))
        for (eventID, day) in [("b", 1), ("a", 1), ("c", 2), ("d", 0)] as [(String, Int64)] {
            try await tenant.receive(
                .initialPurchase(id: eventID), receivedAt: bought.advanced(byDays: day))
        }
        #expect(try await tenant.events().map(\.eventID) == ["c", "b", "a", "d"])
        #expect(try await other.events().map(\.eventID) == ["z"])
    }

    @Test("events can be filtered by status")
    func byStatus() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase(id: "applied"))
        try await tenant.receive(.initialPurchase(id: "stored").setting("type", "NEW_IDEA"))
        try await tenant.receive(.incomplete(id: "failed"))
        for status in ["applied", "stored", "failed"] {
            #expect(try await tenant.events(withStatus: status).map(\.eventID) == [status])
        }
        #expect(try await tenant.events(withStatus: "lost").isEmpty)
    }

    @Test("unreadable fields are listed, and the rest of the event counts")
    func unread() async throws {
        let tenant = try await TestTenant.create()
        let event = RevenueCatEvent.initialPurchase(id: "odd")
            .setting("price", "4.99").setting("aliases", ["u_42", 7])
        #expect(try await tenant.receive(event).status == "applied")
        try await tenant.receive(.renewal(id: "sound"))
        #expect(
            try await tenant.event("odd")?.unread == [
                "aliases_not_an_array_of_strings", "price_not_a_number",
            ])
        #expect(try await tenant.event("sound")?.unread == [])
        let standing = try await tenant.standing(of: "u_42", at: bought.advanced(byDays: 10))
        #expect(standing == .active("active"))
    }

    @Test("pages hold each event once while newer ones arrive")
    func pages() async throws {
        let tenant = try await TestTenant.create()
        let ids = (0..<25).map { "event-\($0)" }
        for (number, eventID) in ids.enumerated() {
            // Several events share a moment, so that a page ends among them.
            let moment = bought.advanced(byDays: Int64(number / 4))
            try await tenant.receive(.initialPurchase(id: eventID), receivedAt: moment)
        }
        var listed: [String] = []
        var last: ListWebhookEvents.Row?
        var arrived = 0
        repeat {
            let page = try await tenant.events(limit: 7, before: last)
            listed += page.map(\.eventID)
            last = page.last
            arrived += 1
            try await tenant.receive(
                .initialPurchase(id: "newer-\(arrived)"),
                receivedAt: bought.advanced(byDays: Int64(100 + arrived)))
        } while last != nil
        #expect(listed.count == 25)
        #expect(Set(listed) == Set(ids))
    }
}
