import Synchronization

/// The newest position that the writes of a task have reached.
///
/// A call notes it in the task that makes the call; who shares a call with others, hands it on.
package final class WrittenPosition: Sendable {
    @TaskLocal package static var current: WrittenPosition?

    private let newest = Mutex<LogPosition?>(nil)

    package init() {}

    /// Nil if nothing was written, or if the server does not tell.
    package var position: LogPosition? { newest.withLock(\.self) }

    package func note(_ position: LogPosition?) {
        guard let position else { return }
        newest.withLock { $0 = max($0 ?? position, position) }
    }
}
