import NIOCore
import Synchronization

/// Whether the client of a connection is still there.
///
/// `ConnectionGuard` learns it from the connection itself, so nothing has to be read to find out,
/// and the connection stays usable for the next request.
final class ClientPresence: Sendable {
    private struct State {
        var hasLeft = false
        var waiting: [Int: AsyncStream<Void>.Continuation] = [:]
        var nextNumber = 0
    }

    private let state = Mutex(State())

    /// Notes that the client has closed its side, or the whole connection.
    func leave() {
        let waiting = state.withLock { state in
            defer { state.waiting = [:] }
            state.hasLeft = true
            return state.waiting
        }
        waiting.values.forEach { $0.finish() }
    }

    /// Runs a body with a stream that ends when the client leaves.
    func watching<Value>(
        _ body: (AsyncStream<Void>) async throws -> Value
    ) async rethrows -> Value {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        let number: Int? = state.withLock { state in
            guard !state.hasLeft else { return nil }
            state.nextNumber += 1
            state.waiting[state.nextNumber] = continuation
            return state.nextNumber
        }
        guard let number else {
            continuation.finish()
            return try await body(stream)
        }
        defer { state.withLock { $0.waiting[number] = nil } }
        return try await body(stream)
    }
}

extension Channel {
    /// The presence of the connection's client; nil for a channel without a guard.
    var clientPresence: ClientPresence? {
        get async {
            try? await eventLoop.submit {
                try self.pipeline.syncOperations.handler(type: ConnectionGuard.self).client
            }.get()
        }
    }
}
