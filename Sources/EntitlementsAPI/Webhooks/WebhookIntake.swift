import EntitlementsDatabase

/// Passes webhook events to the database.
///
/// A tenant's events that arrive during a call form the set of the next call.
struct WebhookIntake: Sendable {
    private let gatherer: Gatherer<TenantID, ReceiveWebhookEvents.Event, ReceiveWebhookEvents.Row>

    init(database: Database) {
        gatherer = Gatherer(limits: .init(itemsPerCall: ReceiveWebhookEvents.maximumEvents)) {
            try await Self.receive($1, of: $0, database)
        }
    }

    /// Returns the event's outcome after the commit.
    func receive(
        _ event: ReceiveWebhookEvents.Event, of tenant: TenantID
    ) async throws -> ReceiveWebhookEvents.Row {
        try await gatherer.submit(event, for: tenant)
    }

    /// Receives a set of events.
    ///
    /// If it exceeds the statement timeout, each event is received alone. An event that exceeds it
    /// alone is stored as failed, for the worker to retry.
    private static func receive(
        _ events: [ReceiveWebhookEvents.Event], of tenant: TenantID, _ database: Database
    ) async throws -> [ReceiveWebhookEvents.Row] {
        if let rows = try await database.callInTime(ReceiveWebhookEvents(events), in: tenant) {
            return rows
        }
        guard events.count > 1 else {
            var kept = events[0]
            kept.problem = "57014 applying it exceeded the statement timeout"
            return try await database.call(ReceiveWebhookEvents([kept]), in: tenant)
        }
        var rows: [ReceiveWebhookEvents.Row] = []
        for event in events {
            rows += try await receive([event], of: tenant, database)
        }
        return rows
    }
}
