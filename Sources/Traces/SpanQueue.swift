package import Metrics
import Synchronization

/// The ended spans that wait to be sent.
///
/// If it is full, new ones are dropped and counted: a collector that is slow or away costs spans
/// and nothing else.
package final class SpanQueue: Sendable {
    package struct Limits: Sendable {
        package var maximumWaitingSpans = 8_192
        package var spansPerBatch = 512

        package init() {}
    }

    private let limits: Limits
    private let dropped: Counter
    private let waiting: Mutex<ArraySlice<EndedSpan>> = Mutex([])

    package init(
        limits: Limits = Limits(), metrics: any MetricsFactory = MetricsSystem.factory
    ) {
        self.limits = limits
        dropped = Counter(
            label: "hearth_spans_total", dimensions: [("outcome", "dropped")], factory: metrics)
    }

    func add(_ span: EndedSpan) {
        let isFull = waiting.withLock { waiting in
            guard waiting.count < limits.maximumWaitingSpans else { return true }
            waiting.append(span)
            return false
        }
        if isFull { dropped.increment() }
    }

    /// Removes and returns the oldest spans; nil if none wait.
    package func takeBatch() -> [EndedSpan]? {
        waiting.withLock { waiting in
            guard !waiting.isEmpty else { return nil }
            let batch = waiting.prefix(limits.spansPerBatch)
            waiting = batch.count == waiting.count ? [] : waiting.dropFirst(batch.count)
            return Array(batch)
        }
    }

    /// Drops what waits.
    package func dropAll() {
        let count = waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting.count
        }
        dropped.increment(by: count)
    }
}
