extension PostgresClient {
    /// Listens on a channel until the sequence is dropped.
    ///
    /// All channels share one connection, which is replaced when lost. A slow reader holds up no
    /// other: it is told that it may have missed notifications.
    package func notifications(on channel: String) -> Notifications {
        guard let listener else { return .none }
        return listener.notifications(on: channel)
    }
}
