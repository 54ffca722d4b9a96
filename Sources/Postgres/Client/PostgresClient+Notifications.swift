extension PostgresClient {
    /// Listens on a channel until the stream is dropped, over a connection of its own that is
    /// replaced when lost.
    ///
    /// A slow reader loses the oldest notifications; delivery is never guaranteed.
    package func notifications(on channel: String) -> AsyncStream<Notification> {
        AsyncStream(bufferingPolicy: .bufferingNewest(256)) { continuation in
            let listener = try? NotificationListener(
                channel: channel,
                limits: .init(
                    proofMilliseconds: configuration.listenerProofMilliseconds,
                    hearingMilliseconds: configuration.listenerHearingMilliseconds),
                target: configuration.target(isReadOnly: false), threads: threads
            ) { continuation.yield($0) }
            guard let listener else { return continuation.finish() }
            continuation.onTermination = { _ in listener.stop() }
            if !listener.start() { continuation.finish() }
        }
    }
}
