package import Postgres

extension Database {
    /// What the database tells its listeners about.
    package enum Channel: String, Sendable {
        /// A tenant, a key or a webhook secret changed.
        case tenants = "hearth_tenants"
        /// A webhook event failed, or is to be tried again.
        case webhookEvents = "hearth_webhook_events"
    }

    /// Listens for as long as the stream is read.
    ///
    /// A listener that may have missed something is told so.
    package func notifications(on channel: Channel) -> AsyncStream<Notification> {
        client.notifications(on: channel.rawValue)
    }
}
