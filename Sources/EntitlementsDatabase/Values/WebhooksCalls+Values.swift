package import Entitlements
package import Postgres

extension ReceiveWebhookEvents {
    package static let isCancellable = false

    /// The most events of one call.
    package static let maximumEvents = 64

    /// One event, as received and as normalised.
    package struct Event: Sendable {
        package let id: String
        package let type: String
        package let body: [UInt8]
        /// The normalised event; of an event that is not understood, the ids it names, or nil.
        package let facts: JSONBText?
        /// Why the event must not be applied: its known type could not be normalised, or applying
        /// it exceeded the statement timeout.
        package var problem: String?

        package init(
            id: String, type: String, body: [UInt8], facts: JSONValue?, problem: String?
        ) {
            self.id = id
            self.type = type
            self.body = body
            self.facts = facts.map { JSONBText(bytes: $0.bytes) }
            self.problem = problem
        }
    }

    package init(_ events: [Event], receivedAt: Timestamp? = nil) {
        self.init(
            eventIDs: events.map(\.id), eventTypes: events.map(\.type), bodies: events.map(\.body),
            facts: events.map(\.facts), problems: events.map(\.problem), receivedAt: receivedAt)
    }
}

extension ListWebhookEvents {
    /// Which events; nil leaves none out.
    package struct Filter: Sendable {
        package var status: String?
        package var type: String?
        package var appUserID: AppUserID?
        /// Of the event, or the first one of its purchase.
        package var transactionID: String?
        package var receivedFrom: Timestamp?
        /// The first moment that no longer counts.
        package var receivedUntil: Timestamp?

        package init() {}
    }

    package init(
        _ filter: Filter, pageLimit: Int32, beforeReceivedAt: Timestamp?, beforeEventID: String?
    ) {
        self.init(
            withStatus: filter.status, withType: filter.type, ofAppUserID: filter.appUserID,
            ofTransactionID: filter.transactionID, receivedFrom: filter.receivedFrom,
            receivedUntil: filter.receivedUntil, pageLimit: pageLimit,
            beforeReceivedAt: beforeReceivedAt, beforeEventID: beforeEventID)
    }
}
