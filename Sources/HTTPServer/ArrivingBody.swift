import NIOCore
import Synchronization

/// A body of which a part has arrived.
package final class ArrivingBody: Sendable {
    fileprivate struct State {
        var bytes: ByteBuffer
        var end: Result<Void, any Error>?
        /// The most bytes that are asked for; nil before anything is.
        var maximumBytes: Int?
        var isDiscarded = false
        var waiting: CheckedContinuation<Void, Never>?
    }

    private let state: Mutex<State>
    /// Called once a route asks for the body: what is held back can be read.
    private let onWanted: @Sendable () -> Void

    init(_ bytes: ByteBuffer, onWanted: @escaping @Sendable () -> Void) {
        state = Mutex(State(bytes: bytes))
        self.onWanted = onWanted
    }

    /// Returns all bytes once they have arrived; called once.
    func collect(upTo maximumBytes: Int) async throws -> ByteBuffer {
        state.withLock { $0.maximumBytes = maximumBytes }
        onWanted()
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                let isOver = state.isOver
                if !isOver { state.waiting = continuation }
                return isOver
            }
            if isOver { continuation.resume() }
        }
        return try state.withLock { state in
            try state.end?.get()
            return state.bytes
        }
    }

    // MARK: On the event loop

    func append(_ bytes: ByteBuffer) {
        change { if !$0.isDiscarded { $0.bytes.writeImmutableBuffer(bytes) } }
    }

    func complete() { change { $0.end = .success(()) } }

    func cut() { change { $0.end = $0.end ?? .failure(CutOffBody()) } }

    /// Drops what has arrived, and what still will.
    func discard() {
        change { state in
            state.isDiscarded = true
            state.bytes.clear()
        }
    }

    /// Whether more may be read: a route asks for it, or little was read ahead.
    func holds(atMost maximumBytes: Int) -> Bool {
        state.withLock {
            $0.isDiscarded || $0.maximumBytes != nil || $0.bytes.readableBytes < maximumBytes
        }
    }

    private func change(_ change: (inout sending State) -> Void) {
        let waiting = state.withLock { state in
            change(&state)
            return state.isOver ? state.waiting.take() : nil
        }
        waiting?.resume()
    }
}

extension ArrivingBody.State {
    fileprivate var isOver: Bool {
        end != nil || maximumBytes.map { bytes.readableBytes > $0 } ?? false
    }
}
