import CLibPQ

/// Owns what it takes to cancel a connection's statement from another thread.
///
/// `@unchecked Sendable`: libpq makes PQcancel safe to call from any thread while the connection is
/// in use by its own.
struct CancelHandle: ~Copyable, @unchecked Sendable {
    private let pointer: OpaquePointer

    init?(of connection: borrowing ConnectionHandle) {
        guard let pointer = PQgetCancel(connection.pointer) else { return nil }
        self.pointer = pointer
    }

    deinit {
        PQfreeCancel(pointer)
    }

    /// Asks the server to cancel what runs; blocks for a connection of its own.
    borrowing func cancel() {
        var message = [CChar](repeating: 0, count: 256)
        _ = PQcancel(pointer, &message, Int32(message.count))
    }
}
