package import Postgres

extension Database {
    /// What the database tells its listeners about.
    package enum Channel: String, Sendable {
        /// A tenant, a key or a webhook secret changed.
        case tenants = "hearth_tenants"
        /// A webhook event failed, or is to be tried again.
        case webhookEvents = "hearth_webhook_events"
        /// A transaction of a store became known that somebody waits for; the payload is the
        /// tenant's id, a space and the transaction's.
        case transactions = "hearth_transactions"
    }

    /// Listens for as long as the stream is read.
    ///
    /// A listener that may have missed something is told so.
    package func notifications(on channel: Channel) -> AsyncStream<Notification> {
        client.notifications(on: channel.rawValue)
    }

    /// What is told on a channel; nil where something may have been missed.
    package func payloads(
        on channel: Channel
    ) -> AsyncMapSequence<AsyncStream<Notification>, String?> {
        notifications(on: channel).map { told in
            switch told {
            case .listening: nil
            case .notified(let payload): payload
            }
        }
    }
}
