import CLibPQ

/// Cancels a connection's statement from another thread.
///
/// `@unchecked Sendable`: libpq lets any thread use a PQcancel while the connection's own thread
/// uses the connection.
struct CancelHandle: ~Copyable, @unchecked Sendable {
    private let pointer: OpaquePointer

    init?(of connection: borrowing ConnectionHandle) {
        guard let pointer = PQgetCancel(connection.pointer) else { return nil }
        self.pointer = pointer
    }

    deinit {
        PQfreeCancel(pointer)
    }

    /// Asks the server to cancel the running statement; opens a connection for it, and blocks.
    borrowing func cancel() {
        var message = [CChar](repeating: 0, count: 256)
        _ = PQcancel(pointer, &message, Int32(message.count))
    }
}
