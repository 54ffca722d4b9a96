import EntitlementsDatabase

/// Hands webhook events to the database: those of one tenant that arrive while a call is under way
/// go together with the next.
struct WebhookIntake: Sendable {
    private let gatherer: Gatherer<TenantID, ReceiveWebhookEvents.Event, ReceiveWebhookEvents.Row>

    init(database: Database) {
        gatherer = Gatherer(limits: .init(itemsPerCall: ReceiveWebhookEvents.maximumEvents)) {
            try await Self.receive($1, of: $0, database)
        }
    }

    /// Answers what became of an event, after the commit of the call that held it.
    func receive(
        _ event: ReceiveWebhookEvents.Event, of tenant: TenantID
    ) async throws -> ReceiveWebhookEvents.Row {
        try await gatherer.submit(event, for: tenant)
    }

    /// Where a set takes longer than a statement may, each of its events is taken alone; an event
    /// that takes longer alone is kept as failed, for the worker to try again.
    private static func receive(
        _ events: [ReceiveWebhookEvents.Event], of tenant: TenantID, _ database: Database
    ) async throws -> [ReceiveWebhookEvents.Row] {
        if let rows = try await database.callInTime(ReceiveWebhookEvents(events), in: tenant) {
            return rows
        }
        guard events.count > 1 else {
            var kept = events[0]
            kept.problem = "57014 applying it took longer than a statement may"
            return try await database.call(ReceiveWebhookEvents([kept]), in: tenant)
        }
        var rows: [ReceiveWebhookEvents.Row] = []
        for event in events {
            rows += try await receive([event], of: tenant, database)
        }
        return rows
    }
}
