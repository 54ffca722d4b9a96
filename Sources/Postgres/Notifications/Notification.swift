/// What a listener on a channel is told.
package enum Notification: Sendable, Equatable {
    /// Listening begins, or begins again after the connection was lost: whatever was sent before
    /// may have been missed.
    case listening
    case notified(payload: String)
}
