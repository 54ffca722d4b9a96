import FoundationEssentials
package import Postgres

extension Database {
    /// The channels on which the database notifies its listeners.
    package enum Channel: String, Sendable {
        /// A tenant, a key or a webhook secret changed.
        case tenants = "hearth_tenants"
        /// A webhook event failed, or is due for another attempt.
        case webhookEvents = "hearth_webhook_events"
        /// An awaited store transaction became known.
        ///
        /// The payload is the tenant's id, a space and the transaction's id.
        case transactions = "hearth_transactions"
        /// Changes got their numbers in the change log, or an app user was erased from it.
        ///
        /// The payload is the tenant's id, for an erasure followed by a space and `erasure`.
        case changes = "hearth_changes"
    }

    /// Yields after the first write, and after the first one that follows a promotion.
    ///
    /// For one reader.
    package var timelines: AsyncStream<Void> { client.timelines }

    /// Returns the tenant that a payload of `changes` tells an erasure of.
    package static func erasureTenant(in payload: String) -> TenantID? {
        let words = payload.split(separator: " ")
        return words.last == "erasure" ? words.first.flatMap { UUID(uuidString: String($0)) } : nil
    }

    /// The payloads on a channel, until the sequence is dropped; nil whenever notifications may
    /// have been missed.
    package func payloads(on channel: Channel) -> AsyncMapSequence<Notifications, String?> {
        client.notifications(on: channel.rawValue).map { heard in
            switch heard {
            case .listening: nil
            case .notified(let payload): payload
            }
        }
    }
}
