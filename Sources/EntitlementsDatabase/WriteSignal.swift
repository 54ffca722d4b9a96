/// Tells one reader of this process that writes were committed.
///
/// Signals that arrive before the reader looks are one.
package final class WriteSignal: Sendable {
    /// Yields after writes; for one reader.
    package let signals: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    package init() {
        (signals, continuation) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    package func signal() {
        continuation.yield()
    }
}
