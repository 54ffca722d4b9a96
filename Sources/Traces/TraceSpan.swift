import Synchronization
package import Tracing

/// A piece of work of this process, as a part of a trace.
///
/// A span of a trace that is not sampled records nothing; it only has a place to pass on.
package final class TraceSpan: Span {
    /// What the requests that this process sends name as their parent.
    package let place: TraceParent
    private let tracer: SpanTracer
    private let parent: TraceParent?
    private let kind: SpanKind
    private let startedAtNanoseconds: UInt64
    private let outerContext: InstrumentationContext
    /// Nil once the span has ended, and from the start if it is not recorded.
    private let record: Mutex<Record?>

    private struct Record {
        var name: String
        var attributes: SpanAttributes = [:]
        var links: [TraceParent] = []
        var hasFailed = false
    }

    private static let maximumLinks = 128

    init(
        _ name: String, at place: TraceParent, under parent: TraceParent?, ofKind kind: SpanKind,
        in context: InstrumentationContext, startedAtNanoseconds: UInt64, by tracer: SpanTracer
    ) {
        self.place = place
        self.parent = parent
        self.kind = kind
        self.startedAtNanoseconds = startedAtNanoseconds
        self.tracer = tracer
        outerContext = context
        record = Mutex(place.isSampled ? Record(name: name) : nil)
    }

    package var isRecording: Bool { record.withLock { $0 != nil } }

    package var context: InstrumentationContext {
        var context = outerContext
        context[TraceKey.self] = .span(self)
        return context
    }

    package var operationName: String {
        get { record.withLock { $0?.name } ?? "" }
        set { record.withLock { $0?.name = newValue } }
    }

    package var attributes: SpanAttributes {
        get { record.withLock { $0?.attributes } ?? [:] }
        set { record.withLock { $0?.attributes = newValue } }
    }

    package func setStatus(_ status: SpanStatus) {
        record.withLock { $0?.hasFailed = status.code == .error }
    }

    /// Events are not kept: nothing here has any.
    package func addEvent(_ event: SpanEvent) {}

    /// Keeps the error's type only, because its words may be about a person.
    package func recordError<Instant: TracerInstant>(
        _ error: any Error, attributes: SpanAttributes, at instant: @autoclosure () -> Instant
    ) {
        record.withLock { record in
            guard record?.attributes.get("error.type") == nil else { return }
            record?.attributes["error.type"] = String(describing: type(of: error))
        }
    }

    package func addLink(_ link: SpanLink) {
        guard let place = link.context[TraceKey.self]?.place else { return }
        record.withLock { record in
            guard let count = record?.links.count, count < Self.maximumLinks else { return }
            record?.links.append(place)
        }
    }

    package func end<Instant: TracerInstant>(at instant: @autoclosure () -> Instant) {
        let ended = record.withLock { record in
            defer { record = nil }
            return record
        }
        guard let ended else { return }
        tracer.queue.add(
            EndedSpan(
                name: ended.name, kind: kind, place: place, parentSpanID: parent?.spanID,
                startedAtNanoseconds: startedAtNanoseconds,
                endedAtNanoseconds: max(startedAtNanoseconds, instant().nanosecondsSinceEpoch),
                attributes: ended.attributes, links: ended.links, hasFailed: ended.hasFailed))
    }
}

extension TraceSpan {
    /// The span that the task works for; nil outside any, and always if traces are off.
    package static var current: TraceSpan? {
        guard case .span(let span)? = InstrumentationContext.current?[TraceKey.self] else {
            return nil
        }
        return span
    }

    /// The current span, if it is recorded.
    package static var recorded: TraceSpan? {
        guard let current, current.place.isSampled else { return nil }
        return current
    }

    /// Starts a span for a part of this one's work.
    package func child(_ name: String, ofKind kind: SpanKind) -> TraceSpan {
        tracer.startSpan(name, context: context, ofKind: kind)
    }

    package func note(_ name: String, _ value: String) {
        attributes[name] = value
    }

    package func note(_ values: [String: String]) {
        for (name, value) in values { note(name, value) }
    }

    /// Ends the span as failed, for a reason that names no person.
    package func endFailed(because reason: String) {
        note("error.type", reason)
        setStatus(SpanStatus(code: .error))
        end()
    }

    /// Writes the place into an outgoing request.
    package func inject<Carrier, Inject: Injector>(
        into carrier: inout Carrier, using injector: Inject
    ) where Inject.Carrier == Carrier {
        tracer.inject(context, into: &carrier, using: injector)
    }

    /// Runs work that serves the current span and others at once.
    ///
    /// It gets a span in one recorded trace, linked with the spans of the others. If it serves the
    /// current span alone, it needs none.
    package static func serving<Result>(
        _ others: [TraceSpan], isolation: isolated (any Actor)? = #isolation,
        _ work: () async throws -> Result
    ) async rethrows -> Result {
        let served = [recorded].compactMap(\.self) + others
        guard !others.isEmpty, let first = served.first else { return try await work() }
        return try await first.tracer.withSpan("set", context: first.context) { span in
            span.attributes["hearth.set_spans"] = served.count
            for other in served.dropFirst() {
                span.addLink(other)
                other.addLink(span)
            }
            return try await work()
        }
    }
}
