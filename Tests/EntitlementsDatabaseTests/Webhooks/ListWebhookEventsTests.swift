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

    @Test("events can be filtered by type, and by the time of their receipt")
    func byTypeAndTime() async throws {
        let tenant = try await TestTenant.create()
        let day = { (day: Int64) in bought.advanced(byDays: day) }
        try await tenant.receive(.initialPurchase(id: "first"), receivedAt: day(0))
        try await tenant.receive(.renewal(id: "second"), receivedAt: day(30))
        try await tenant.receive(.renewal(id: "third"), receivedAt: day(60))
        #expect(
            try await tenant.events { $0.type = "RENEWAL" }.map(\.eventID) == ["third", "second"])
        #expect(try await tenant.events { $0.type = "renewal" }.isEmpty)
        let between = try await tenant.events {
            $0.receivedFrom = day(30)
            $0.receivedUntil = day(60)
        }
        #expect(between.map(\.eventID) == ["second"])
    }

    @Test("events of an app user are found by each id: applied, moved, failed and unknown ones")
    func byAppUser() async throws {
        let tenant = try await TestTenant.create()
        let phone = "$RCAnonymousID:é/1"
        try await tenant.receive(.initialPurchase(id: "bought", appUserID: phone))
        try await tenant.identify(phone, as: "u_1")
        try await tenant.receive(.renewal(id: "renewed", appUserID: "u_1"))
        try await tenant.receive(.transfer(id: "moved", from: ["u_1"], to: ["u_2"]))
        try await tenant.receive(.incomplete(id: "failed").setting("app_user_id", "u_1"))
        try await tenant.receive(.other("PAYWALL_IMPRESSION", id: "shown", appUserID: "u_1"))
        try await tenant.receive(.initialPurchase(id: "another", appUserID: "u_11"))
        for id in ["u_1", phone] {
            let found = try await tenant.events { $0.appUserID = AppUserID(id) }
            #expect(Set(found.map(\.eventID)) == ["bought", "renewed", "moved", "failed", "shown"])
        }
        #expect(try await tenant.events { $0.appUserID = "u_2" }.map(\.eventID) == ["moved"])
        #expect(try await tenant.events { $0.appUserID = "u" }.isEmpty)
        let failed = try await tenant.events(withStatus: "failed") { $0.appUserID = "u_1" }
        #expect(failed.map(\.eventID) == ["failed"])
        #expect(try await TestTenant.create().events { $0.appUserID = "u_1" }.isEmpty)
    }

    @Test("each event names its app user: applied, moved, failed and unknown ones, also erased")
    func appUsers() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase(id: "applied", appUserID: "u_1"))
        try await tenant.receive(.transfer(id: "moved", from: ["u_1"], to: ["u_2"]))
        try await tenant.receive(
            .incomplete(id: "failed").setting("app_user_id", "u_3")
                .removing("aliases", "original_app_user_id"))
        try await tenant.receive(.other("NEW_TYPE", id: "unknown", appUserID: "u_4"))
        try await tenant.receive(.test(id: "test"))
        let named = { () async throws -> [String: String?] in
            let rows = try await tenant.events()
            return Dictionary(
                uniqueKeysWithValues: rows.map { ($0.eventID, $0.appUserID?.rawValue) })
        }
        #expect(
            try await named() == [
                "applied": "u_1", "moved": "u_2", "failed": "u_3", "unknown": "u_4", "test": nil,
            ])
        let shown = try await tenant.database.callOne(
            GetWebhookEvent(eventID: "failed"), in: tenant.id)
        #expect(try JSONParser.parse(shown.json)["app_user_id"] == "u_3")
        try await tenant.erase("u_4")
        #expect(try await named()["unknown"]??.hasPrefix("erased-") == true)
    }

    @Test("an original transaction finds all events of its purchase, another one only its own")
    func byTransaction() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.receive(.initialPurchase(id: "a").transaction("t1", original: "t1"))
        try await tenant.receive(.renewal(id: "b").transaction("t2", original: "t1"))
        try await tenant.receive(
            .incomplete(id: "c").setting("transaction_id", "t2").setting("store", 7))
        try await tenant.receive(
            .initialPurchase(id: "d", appUserID: "u_2").transaction("t11", original: "t11"))
        let found = { (id: String) in
            Set(try await tenant.events { $0.transactionID = id }.map(\.eventID))
        }
        #expect(try await found("t1") == ["a", "b"])
        #expect(try await found("t2") == ["b", "c"])
        #expect(try await found("t") == [])
        let both = try await tenant.events {
            $0.transactionID = "t1"
            $0.appUserID = "u_2"
        }
        #expect(both.isEmpty)
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
            #expect(page.count == min(7, ids.count - listed.count))
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
