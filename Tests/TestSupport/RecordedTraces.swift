import Synchronization
package import Traces
import Tracing

/// Traces that a test reads instead of a collector.
package final class RecordedTraces: Sendable {
    private let queue = SpanQueue()
    private let kept = Mutex<[EndedSpan]>([])
    package let traces: Traces

    package init(ratio: Double = 1, followsCallers: Bool = true) {
        let sampler = TraceSampler(ratio: ratio, followsCallers: followsCallers)
        traces = Traces(tracer: SpanTracer(sampler: sampler, queue: queue))
    }

    /// All spans that have ended so far, in the order of their ends.
    package var spans: [EndedSpan] {
        kept.withLock { kept in
            while let batch = queue.takeBatch() { kept += batch }
            return kept
        }
    }

    /// The spans of a name that have ended so far.
    package func spans(named name: String) -> [EndedSpan] { spans.filter { $0.name == name } }
}

extension EndedSpan {
    /// The text of an attribute.
    package subscript(name: String) -> String? {
        attributes.get(name).map { value in
            switch value {
            case .string(let text): text
            case .int64(let number): String(number)
            default: "\(value)"
            }
        }
    }

    /// Whether the span is directly under the other.
    package func isChild(of parent: EndedSpan) -> Bool {
        parentSpanID == parent.place.spanID && place.traceID == parent.place.traceID
    }
}
