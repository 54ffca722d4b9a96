import Synchronization

/// What a subscriber has not taken yet: each notification once, and no more than a few.
///
/// A slow subscriber holds up no other. Once more is waiting than there is room for, it is told
/// instead that it may have missed something.
final class NotificationInbox: Sendable {
    static let maximumWaiting = 256

    private let waiting = Mutex<[Notification]>([])
    private let signal: AsyncStream<Void>.Continuation

    init(signal: AsyncStream<Void>.Continuation) {
        self.signal = signal
    }

    func post(_ notification: Notification) {
        waiting.withLock { waiting in
            // The subscriber has yet to look, and will see what this notification is about, too.
            guard !waiting.contains(notification) else { return }
            if notification == .listening || waiting.count >= Self.maximumWaiting {
                waiting = [.listening]
            } else {
                waiting.append(notification)
            }
        }
        signal.yield()
    }

    func take() -> Notification? {
        waiting.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    }
}
