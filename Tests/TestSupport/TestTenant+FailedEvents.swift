package import Entitlements
package import EntitlementsDatabase
import RevenueCat
import Testing

extension TestTenant {
    /// A stored event as it is now.
    package struct StoredEvent: Equatable {
        package let status: String
        package let body: String
        package let isDue: Bool

        package init(status: String, body: String, isDue: Bool) {
            self.status = status
            self.body = body
            self.isDue = isDue
        }
    }

    /// Receives an event that cannot be applied for a reason outside of it.
    package func receiveFailing(
        _ event: RevenueCatEvent, receivedAt: Timestamp? = nil
    ) async throws {
        let decoded = try WebhookEvent(body: event.body)
        let failed = ReceiveWebhookEvents.Event(
            id: decoded.id, type: decoded.type, body: event.body, facts: decoded.facts,
            problem: "lock_timeout")
        let row = try await database.callOne(
            ReceiveWebhookEvents([failed], receivedAt: receivedAt), in: id)
        #expect(row.failure == "lock_timeout")
    }

    /// Tries a stored event again as a worker does, by its stored body.
    @discardableResult
    package func tryAgain(_ eventID: String) async throws -> ReceiveWebhookEvents.Row {
        try await receive(body: Array(try await storedEvent(eventID).body.utf8))
    }

    package func storedEvent(_ eventID: String) async throws -> StoredEvent {
        let rows = try await TestDatabase.shared.administer(
            """
            select status, convert_from(body, 'UTF8'), due_at is not null
              from entitlements.webhook_events
             where tenant_id = '\(id)' and event_id = '\(eventID)'
            """)
        let row = try #require(rows.first)
        return StoredEvent(
            status: row[0] ?? "", body: row[1] ?? "", isDue: row[2]?.hasPrefix("t") ?? false)
    }

    /// The ids of app users who were not erased, in order.
    package func livingIDs() async throws -> [String] {
        try await TestDatabase.shared.administer(
            """
            select app_user_id from entitlements.app_user_ids
             where tenant_id = '\(id)' and not entitlements.is_erased_name(app_user_id)
             order by app_user_id
            """
        ).compactMap { $0.first ?? nil }
    }
}
