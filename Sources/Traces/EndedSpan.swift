package import Tracing

/// A span that was recorded and has ended.
package struct EndedSpan: Sendable {
    package let name: String
    package let kind: SpanKind
    package let place: TraceParent
    package let parentSpanID: UInt64?
    package let startedAtNanoseconds: UInt64
    package let endedAtNanoseconds: UInt64
    package let attributes: SpanAttributes
    package let links: [TraceParent]
    package let hasFailed: Bool
}
