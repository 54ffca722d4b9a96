package import Tracing

/// Starts spans: in the trace of their context, or in one of their own.
package struct SpanTracer: Tracer {
    let sampler: TraceSampler
    let queue: SpanQueue

    package init(sampler: TraceSampler, queue: SpanQueue) {
        self.sampler = sampler
        self.queue = queue
    }

    package func startSpan<Instant: TracerInstant>(
        _ operationName: String, context: @autoclosure () -> InstrumentationContext,
        ofKind kind: SpanKind, at instant: @autoclosure () -> Instant, function: String,
        file fileID: String, line: UInt
    ) -> TraceSpan {
        let context = context()
        let parent = context[TraceKey.self]?.place
        let traceID = parent?.traceID ?? UInt128.random(in: 1 ... .max)
        let place = TraceParent(
            traceID: traceID, spanID: UInt64.random(in: 1 ... .max),
            isSampled: sampler.samples(traceID, in: parent))
        return TraceSpan(
            operationName, at: place, under: parent, ofKind: kind, in: context,
            startedAtNanoseconds: instant().nanosecondsSinceEpoch, by: self)
    }

    package func activeSpan(identifiedBy context: InstrumentationContext) -> TraceSpan? {
        guard case .span(let span)? = context[TraceKey.self] else { return nil }
        return span
    }

    /// Nothing: the exporter sends spans as they end.
    package func forceFlush() {}

    /// Reads the caller's `traceparent`; a malformed one is ignored.
    package func extract<Carrier, Extract: Extractor>(
        _ carrier: Carrier, into context: inout InstrumentationContext, using extractor: Extract
    ) where Extract.Carrier == Carrier {
        context[TraceKey.self] = extractor.extract(key: TraceParent.headerName, from: carrier)
            .flatMap { TraceParent($0) }.map { .caller($0) }
    }

    package func inject<Carrier, Inject: Injector>(
        _ context: InstrumentationContext, into carrier: inout Carrier, using injector: Inject
    ) where Inject.Carrier == Carrier {
        guard let place = context[TraceKey.self]?.place else { return }
        injector.inject(place.text, forKey: TraceParent.headerName, into: &carrier)
    }
}

/// Where a context's spans belong.
enum TraceKey: InstrumentationContextKey {
    enum Value: Sendable {
        /// In the trace of a caller of this process.
        case caller(TraceParent)
        /// Under a span of this process.
        case span(TraceSpan)

        var place: TraceParent {
            switch self {
            case .caller(let place): place
            case .span(let span): span.place
            }
        }
    }
}
