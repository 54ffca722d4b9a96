import Synchronization

/// Whether a server is about to stop.
///
/// It still answers, is not ready, and ends each connection after its next answer, so that a load
/// balancer sends new requests elsewhere.
package final class Draining: Sendable {
    private let state = Atomic(false)

    package init() {}

    package var hasBegun: Bool { state.load(ordering: .relaxed) }

    package func begin() { state.store(true, ordering: .relaxed) }
}
