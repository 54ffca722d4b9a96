/// An event on a channel.
package enum Notification: Sendable, Equatable {
    /// Listening began, or began again after a lost connection: earlier notifications may have been
    /// missed.
    case listening
    case notified(payload: String)
}
