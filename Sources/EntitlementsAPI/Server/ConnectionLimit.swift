import NIOCore
import Synchronization

/// Counts open connections.
///
/// The framework's own limit stops accepting, which leaves clients waiting in the kernel's queue.
/// Here a connection over the limit gets an answer and is closed.
final class ConnectionLimit: Sendable {
    private let maximumConnections: Int
    private let openConnections = Atomic<Int>(0)

    init(maximumConnections: Int) {
        self.maximumConnections = maximumConnections
    }

    /// Counts the channel until it closes; returns false if it is over the limit.
    func admits(_ channel: any Channel) -> Bool {
        let (_, open) = openConnections.add(1, ordering: .relaxed)
        channel.closeFuture.whenComplete { _ in
            self.openConnections.subtract(1, ordering: .relaxed)
        }
        return open <= maximumConnections
    }
}
