import Entitlements
import EntitlementsDatabase
import TestSupport

extension TestTenant {
    /// A page of the tenant's events, newest first.
    func events(
        withStatus status: String? = nil, limit: Int32 = 100,
        before last: ListWebhookEvents.Row? = nil,
        _ change: (inout ListWebhookEvents.Filter) -> Void = { _ in }
    ) async throws -> [ListWebhookEvents.Row] {
        var filter = ListWebhookEvents.Filter()
        filter.status = status
        change(&filter)
        return try await database.call(
            ListWebhookEvents(
                filter, pageLimit: limit, beforeReceivedAt: last?.receivedAt,
                beforeEventID: last?.eventID),
            in: id)
    }

    /// Whether webhooks arrive.
    func webhookStatus(at moment: Timestamp? = nil) async throws -> JSONValue {
        try JSONParser.parse(
            try await database.callOne(GetWebhookStatus(asOf: moment), in: id).json)
    }

    func event(_ eventID: String) async throws -> ListWebhookEvents.Row? {
        try await events().first { $0.eventID == eventID }
    }
}

extension RevenueCatEvent {
    /// A purchase without a product, which fails.
    static func incomplete(id: String) -> RevenueCatEvent {
        initialPurchase(id: id)
            .removing("transaction_id", "original_transaction_id", "product_id")
    }
}
