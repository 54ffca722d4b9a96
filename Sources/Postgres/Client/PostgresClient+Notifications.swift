extension PostgresClient {
    /// Listens on a channel for as long as the stream is read, over a connection of its own that is
    /// replaced when it is lost.
    ///
    /// A reader that is slow loses the oldest notifications, which it must not count on anyway.
    package func notifications(on channel: String) -> AsyncStream<Notification> {
        AsyncStream(bufferingPolicy: .bufferingNewest(256)) { continuation in
            let listener = try? NotificationListener(
                channel: channel, connectionString: configuration.connectionString,
                options: configuration.connectionOptions(isReadOnly: false)
            ) { continuation.yield($0) }
            guard let listener else { return continuation.finish() }
            continuation.onTermination = { _ in listener.stop() }
            listener.start()
        }
    }
}
