/// The notifications on a channel, for one reader.
///
/// Delivery is never guaranteed: `.listening` says that notifications may have been missed.
package struct Notifications: AsyncSequence, Sendable {
    let inbox: NotificationInbox
    let signals: AsyncStream<Void>

    /// Ends at once.
    static var none: Notifications {
        let (signals, signal) = AsyncStream.makeStream(of: Void.self)
        signal.finish()
        return Notifications(inbox: NotificationInbox(signal: signal), signals: signals)
    }

    package func makeAsyncIterator() -> Iterator {
        Iterator(inbox: inbox, signals: signals.makeAsyncIterator())
    }

    package struct Iterator: AsyncIteratorProtocol {
        fileprivate let inbox: NotificationInbox
        fileprivate var signals: AsyncStream<Void>.Iterator

        /// Nil once the reader's task is cancelled, or if nothing can listen.
        package mutating func next() async -> Notification? {
            repeat {
                if let notification = inbox.take() { return notification }
            } while await signals.next() != nil
            return nil
        }
    }
}
