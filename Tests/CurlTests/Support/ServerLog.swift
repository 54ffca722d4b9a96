import Synchronization
import TestSupport

final class ServerLog: Sendable {
    private let state = Mutex(State())

    private struct State {
        var requests: [ServerRequest] = []
        var connectionCount = 0
        var openConnectionCount = 0
        var sentByteCount = 0
        var heldCount = 0
        var maximumHeldCount = 0
    }

    var requests: [ServerRequest] { state.withLock { $0.requests } }
    var connectionCount: Int { state.withLock { $0.connectionCount } }
    var openConnectionCount: Int { state.withLock { $0.openConnectionCount } }
    /// The bytes sent by `/endless`.
    var sentByteCount: Int { state.withLock { $0.sentByteCount } }
    /// The most requests that `/held` held at once.
    var maximumHeldCount: Int { state.withLock { $0.maximumHeldCount } }

    func received(_ request: ServerRequest) {
        state.withLock { $0.requests.append(request) }
    }

    func opened() {
        state.withLock { state in
            state.connectionCount += 1
            state.openConnectionCount += 1
        }
    }

    func closed() {
        state.withLock { $0.openConnectionCount -= 1 }
    }

    func sent(_ count: Int) {
        state.withLock { $0.sentByteCount += count }
    }

    func holds() {
        state.withLock { state in
            state.heldCount += 1
            state.maximumHeldCount = max(state.maximumHeldCount, state.heldCount)
        }
    }

    func lets() {
        state.withLock { $0.heldCount -= 1 }
    }
}
