import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("count_failed_webhook_events")
struct CountFailedWebhookEventsTests {
    @Test("failed events of all tenants are counted, with the oldest's age")
    func counted() async throws {
        try await ScratchDatabase.with { scratch in
            let none = try await scratch.database.callOne(CountFailedWebhookEvents())
            #expect(none.failed == 0)
            #expect(none.oldestSeconds == 0)
            for eventID in ["a", "b"] {
                let tenant = try await TestTenant.create(in: scratch.database)
                try await tenant.receive(.initialPurchase())
                try await tenant.receive(.initialPurchase().setting("type", "NEW_IDEA"))
                try await tenant.receive(.incomplete(id: eventID))
            }
            try await scratch.administer(
                "update entitlements.webhook_events set received_at = now() - interval '1 hour' "
                    + "where event_id = 'b'")
            let both = try await scratch.database.callOne(CountFailedWebhookEvents())
            #expect(both.failed == 2)
            #expect((3_600...3_900).contains(both.oldestSeconds))
        }
    }
}
