import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("erase_webhook_events")
struct EraseWebhookEventsTests {
    @Test("an erased id's events are emptied, in any JSON spelling")
    func works() async throws {
        try await ScratchDatabase.with { own in
            let tenant = try await TestTenant.create(in: own.database)
            let spellings = [
                #""u/ä𝄞""#, #""u\/ä𝄞""#, #""u/\u00e4\ud834\udd1e""#, #""u\/\u00e4\ud834\udd1e""#,
            ]
            for (number, spelling) in spellings.enumerated() {
                let event =
                    #"{"event": {"id": "e\#(number)", "type": "NEWS", "who": \#(spelling)}}"#
                try await tenant.receive(body: Array(event.utf8))
            }
            let other = #"{"event": {"id": "other", "type": "NEWS", "who": "u_ben"}}"#
            try await tenant.receive(body: Array(other.utf8))
            // Without this id there would be no app user to erase.
            try await tenant.create("u/ä𝄞", "identified")
            try await tenant.erase("u/ä𝄞")
            // The erasure did so itself.
            #expect(try await own.database.callOne(EraseWebhookEvents(maximum: 2)).isDone)
            let bodies = try await own.ask(
                """
                select string_agg(event_id || convert_from(body, 'UTF8'), ' ' order by event_id)
                  from entitlements.webhook_events
                """)
            #expect(bodies == "e0{} e1{} e2{} e3{} other\(other)")
            let open = try await own.ask(
                "select count(*) from entitlements.erasures where finished_at is null")
            #expect(open == "0")
        }
    }

    @Test("an emptied failed event is not retried")
    func failed() async throws {
        try await ScratchDatabase.with { own in
            let tenant = try await TestTenant.create(in: own.database)
            try await tenant.create("u_ana", "identified")
            let broken = RevenueCatEvent.initialPurchase(appUserID: "u_ana")
                .setting("purchased_at_ms", "soon")
            #expect(try await tenant.receive(broken).failure != nil)
            try await tenant.erase("u_ana")
            while try await !own.database.callOne(EraseWebhookEvents(maximum: 2)).isDone {}
            let standing = try await own.ask(
                "select status || coalesce(failure, '') from entitlements.webhook_events")
            #expect(standing == "stored")
        }
    }

    @Test("an event received after the erasure is kept")
    func later() async throws {
        try await ScratchDatabase.with { own in
            let tenant = try await TestTenant.create(in: own.database)
            try await tenant.create("u_ana", "identified")
            try await tenant.erase("u_ana", at: "2026-10-01T00:00:00Z")
            try await tenant.receive(.initialPurchase(appUserID: "u_ana"))
            while try await !own.database.callOne(EraseWebhookEvents(maximum: 2)).isDone {}
            let bodies = try await own.ask(
                "select count(*) from entitlements.webhook_events where body <> '{}'")
            #expect(bodies == "1")
        }
    }
}
