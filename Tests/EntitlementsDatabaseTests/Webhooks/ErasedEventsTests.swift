import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

/// Whose an event is, is known by its ids as values, never by a text inside of its body.
@Suite("Events after an erasure")
struct ErasedEventsTests {
    private let bought = RevenueCatEvent.defaultPurchase

    @Test(
        "of other people stay, whatever their bodies contain",
        arguments: [
            "42", "1", "a", "ana", "u_", "PRODUCTION", "APP_STORE", "stockpot_plus_monthly",
            "event", "{", "}", "\":", "\\", "null", "true", "1.0", "app_user_id", "é", "2026",
        ])
    func others(erased: String) async throws {
        let tenant = try await TestTenant.create()
        let people = ["u_1042", "u_banana", "42a", "e\u{301}", "É", "\"{}\"", "A"]
        for (number, person) in people.enumerated() {
            let event = RevenueCatEvent.initialPurchase(
                id: "applied-\(number)", appUserID: person, originalTransactionID: "t_\(number)42")
            try await tenant.receive(event)
            try await tenant.receiveFailing(event.id("failed-\(number)"))
        }
        try await tenant.create(erased, "identified")
        let before = try await picture(of: tenant)
        try await tenant.erase(erased)
        while try await !tenant.database.callOne(EraseWebhookEvents(maximum: 100)).isDone {}
        #expect(try await picture(of: tenant) == before)
        for number in people.indices {
            #expect(try await tenant.tryAgain("failed-\(number)").status == "applied")
        }
    }

    @Test(
        "lose an id in any spelling of JSON",
        arguments: [#""ana""#, #""\u0061na""#, #""\u0061\u006E\u0061""#])
    func spellings(spelled: String) async throws {
        let tenant = try await TestTenant.create()
        let text = String(
            decoding: RevenueCatEvent.initialPurchase(id: "e", appUserID: "ana").body,
            as: UTF8.self
        ).replacing(#""ana""#, with: spelled)
        try await tenant.receive(body: Array(text.utf8))
        #expect(try await tenant.livingIDs() == ["ana"])
        try await tenant.erase("ana")
        #expect(try await tenant.storedEvent("e").body == "{}")
    }

    @Test("of the erased app user that failed are put aside at once, under any of their ids")
    func failed() async throws {
        let tenant = try await TestTenant.create()
        let phone = "$RCAnonymousID:1"
        try await tenant.receive(.initialPurchase(appUserID: "ana").aliases(["ana", phone]))
        try await tenant.receiveFailing(
            .renewal(id: "f1", appUserID: phone).aliases([phone], original: "$RCAnonymousID:2"))
        try await tenant.receiveFailing(.transfer(id: "f2", from: ["ana"], to: [phone]))
        try await tenant.receiveFailing(.transfer(id: "f3", from: ["u_ben"], to: ["ana"]))
        try await tenant.erase("ana")
        for id in ["f1", "f2"] {
            #expect(
                try await tenant.storedEvent(id)
                    == .init(status: "stored", body: "{}", isDue: false))
        }
        let kept = try await tenant.storedEvent("f3")
        #expect(kept.isDue && kept.body.contains(#""u_ben""#) && !kept.body.contains(#""ana""#))
    }

    @Test("keep what others need of them, and are tried again for them")
    func several() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.create("ana", "identified")
        try await tenant.create("ben", "identified")
        let event = RevenueCatEvent.initialPurchase(id: "f", appUserID: "ben")
            .aliases(["ben", "ana"], original: "ana")
            .attributes(["invited_by": "ana", "motto": "ana and ben"])
        try await tenant.receiveFailing(event)
        try await tenant.receiveFailing(.transfer(id: "t", from: ["ana"], to: ["ben"]))
        try await tenant.erase("ana")
        let kept = try await tenant.storedEvent("f")
        #expect(kept.isDue && !kept.body.contains(#""ana""#) && kept.body.contains("ana and ben"))
        #expect(try await tenant.tryAgain("f").status == "applied")
        #expect(try await tenant.standing(of: "ben", at: bought.advanced(byDays: 1)).isActive)
        #expect(try await tenant.tryAgain("t").failure == nil)
        #expect(try await tenant.storedEvent("t").status == "stored")
        #expect(try await tenant.livingIDs() == ["ben"])
        #expect(try await tenant.invariantViolations() == [])
    }

    @Test("lose an unknown id that stands beside an erased one, and keep what others need")
    func unknown() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.create("ana", "identified")
        try await tenant.create("ben", "identified")
        try await tenant.receiveFailing(
            .transfer(id: "t", from: ["ana", "$RCAnonymousID:9"], to: ["ben"]))
        try await tenant.erase("ana")
        let kept = try await tenant.storedEvent("t").body
        #expect(kept.contains(#""ben""#))
        #expect(!kept.contains(#""ana""#) && !kept.contains("RCAnonymousID:9"))
    }

    @Test("that cannot be read are emptied if they were the erased app user's alone")
    func unreadable() async throws {
        let tenant = try await TestTenant.create()
        for person in ["ana", "ben"] {
            try await tenant.create(person, "identified")
            try await tenant.receiveFailing(.initialPurchase(id: person, appUserID: person))
        }
        try await TestDatabase.shared.administer(
            """
            update entitlements.webhook_events set body = convert_to('{"ana', 'UTF8')
             where tenant_id = '\(tenant.id)'
            """)
        try await tenant.erase("ana")
        #expect(try await tenant.storedEvent("ana").status == "stored")
        #expect(
            try await tenant.storedEvent("ben")
                == .init(status: "failed", body: "{\"ana", isDue: true))
    }

    @Test("of other people lose an id that stands as a value of an attribute")
    func attributes() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.create("u_ana", "identified")
        try await tenant.receive(
            .initialPurchase(id: "e", appUserID: "ben").attributes(["invited_by": "u_ana"]))
        try await tenant.erase("u_ana")
        let body = try await tenant.storedEvent("e").body
        #expect(!body.contains(#""u_ana""#) && body.contains(#""ben""#))
    }

    /// In a database of its own, because a pass goes through all tenants.
    @Test("are done for all erasures in one pass where one has very many")
    func many() async throws {
        try await ScratchDatabase.with { own in
            let tenant = try await TestTenant.create(in: own.database)
            for person in ["ana", "ben"] {
                for first in stride(from: 0, to: 240, by: 60) {
                    try await tenant.receive(
                        bodies: (first..<first + 60).map {
                            RevenueCatEvent.experimentEnrollment(appUserID: person)
                                .id("\(person)-\($0)").body
                        })
                }
                try await tenant.erase(person)
            }
            let bodies = "select count(*) from entitlements.webhook_events where body <> '{}'"
            #expect(try await own.ask(bodies) != "0")
            while try await !own.database.callOne(EraseWebhookEvents(maximum: 50)).isDone {}
            #expect(try await own.ask(bodies) == "0")
        }
    }

    @Test("are found for an erasure of the release before")
    func formerRelease() async throws {
        let tenant = try await TestTenant.create()
        for person in ["ana", "anatol"] {
            try await tenant.receive(.initialPurchase(id: person, appUserID: person))
        }
        try await TestDatabase.shared.administer(
            """
            insert into entitlements.erasures (tenant_id, erased_at, spellings)
            values ('\(tenant.id)', clock_timestamp(), array[convert_to('ana', 'UTF8')]);
            delete from entitlements.app_user_id_links where tenant_id = '\(tenant.id)';
            update entitlements.app_user_ids set app_user_id = 'erased-' || gen_random_uuid()
             where tenant_id = '\(tenant.id)' and app_user_id = 'ana'
            """)
        while try await !tenant.database.callOne(EraseWebhookEvents(maximum: 1)).isDone {}
        #expect(try await tenant.storedEvent("ana").body == "{}")
        #expect(try await tenant.storedEvent("anatol").body != "{}")
    }

    private func picture(of tenant: TestTenant) async throws -> [[String?]] {
        try await TestDatabase.shared.administer(
            """
            select event_id, status, due_at::text, convert_from(body, 'UTF8')
              from entitlements.webhook_events where tenant_id = '\(tenant.id)' order by event_id
            """)
    }
}
