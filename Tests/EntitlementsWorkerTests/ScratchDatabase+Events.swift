import Entitlements
import EntitlementsDatabase
import RevenueCat
import TestSupport

extension ScratchDatabase {
    /// Stores an event as failed, as an older release would, and makes it due now.
    func fail(_ event: RevenueCatEvent, of tenant: TestTenant) async throws {
        let decoded = try WebhookEvent(body: event.body)
        let row = try await database.callOne(
            ReceiveWebhookEvents([
                .init(
                    id: decoded.id, type: decoded.type, body: event.body, facts: nil,
                    problem: "not_understood_yet")
            ]),
            in: tenant.id)
        guard row.failure != nil else { throw UnexpectedStatus(status: row.status) }
        _ = try await database.callOne(RetryWebhookEvent(eventID: decoded.id), in: tenant.id)
    }

    func status(of event: RevenueCatEvent, _ tenant: TestTenant) async throws -> String? {
        try await database.call(
            ListWebhookEvents(
                .init(), pageLimit: 100, beforeReceivedAt: nil, beforeEventID: nil),
            in: tenant.id
        ).first { $0.eventID == event.id }?.status
    }
}

struct UnexpectedStatus: Error {
    let status: String
}
