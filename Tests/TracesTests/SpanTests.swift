import TestSupport
import Testing
import Traces
import Tracing

@Suite("Spans")
struct SpanTests {
    private struct Carrier: Sendable {
        var header: String?
    }

    private struct HeaderCarrier: Extractor, Injector {
        func extract(key: String, from carrier: Carrier) -> String? { carrier.header }

        func inject(_ value: String, forKey key: String, into carrier: inout Carrier) {
            carrier.header = value
        }
    }

    private func context(of header: String?, _ recorded: RecordedTraces) throws
        -> InstrumentationContext
    {
        var context = InstrumentationContext.topLevel
        try #require(recorded.traces.tracer).extract(
            Carrier(header: header), into: &context, using: HeaderCarrier())
        return context
    }

    @Test("a span in a span is its child, and the outermost begins a trace")
    func nested() async throws {
        let recorded = RecordedTraces()
        await recorded.traces.withSpan("outer", ["a": "b"]) {
            await recorded.traces.withSpan("inner") {}
        }
        let (inner, outer) = (recorded.spans[0], recorded.spans[1])
        #expect(inner.name == "inner" && inner.isChild(of: outer))
        #expect(outer.parentSpanID == nil && outer["a"] == "b")
        #expect(outer.startedAtNanoseconds <= inner.startedAtNanoseconds)
        #expect(inner.endedAtNanoseconds <= outer.endedAtNanoseconds)
        #expect(TraceSpan.current == nil)
    }

    @Test("off, the work is done without a span or a context, and no attribute is made")
    func off() async {
        var made = 0
        func attributes() -> [String: String] {
            made += 1
            return [:]
        }
        let isDone = await Traces.off.withSpan("outer", attributes()) {
            await TraceSpan.serving([]) {
                TraceSpan.current == nil && InstrumentationContext.current == nil
            }
        }
        #expect(isDone && made == 0)
        await RecordedTraces(ratio: 0).traces.withSpan("outer", attributes()) {
            #expect(TraceSpan.current != nil && TraceSpan.recorded == nil)
        }
        #expect(made == 0)
    }

    @Test("an error is kept as its type, without its words")
    func failed() async throws {
        struct Unlucky: Error { let words = "about u_42" }
        let recorded = RecordedTraces()
        await #expect(throws: Unlucky.self) {
            try await recorded.traces.withSpan("work") { throw Unlucky() }
        }
        #expect(recorded.spans[0].hasFailed)
        #expect(recorded.spans[0]["error.type"] == "Unlucky")
    }

    @Test("a caller's decision is followed, or not, as the sampler says")
    func followed() throws {
        for isSampled in [true, false] {
            let caller = TraceParent(traceID: 7, spanID: 8, isSampled: isSampled)
            for (ratio, follows) in [(1.0, true), (0, true), (1, false), (0, false)] {
                let recorded = RecordedTraces(ratio: ratio, followsCallers: follows)
                let tracer = try #require(recorded.traces.tracer)
                let context = try context(of: caller.text, recorded)
                let span = tracer.startSpan("work", context: context)
                #expect(span.place.isSampled == (follows ? isSampled : ratio == 1))
                #expect(span.place.traceID == 7 && span.place.spanID != 8)
                var carrier = Carrier()
                span.inject(into: &carrier, using: HeaderCarrier())
                #expect(carrier.header == span.place.text)
                span.end()
                #expect(recorded.spans.count == (span.place.isSampled ? 1 : 0))
            }
        }
    }

    @Test("a ratio records about that share of new traces")
    func ratio() throws {
        let tracer = try #require(RecordedTraces(ratio: 0.25).traces.tracer)
        let sampled = (0..<10_000).count { _ in
            tracer.startSpan("work", context: .topLevel).place.isSampled
        }
        #expect((2_200...2_800).contains(sampled))
    }

    @Test("a span that ends twice is recorded once, and takes nothing after its end")
    func endedTwice() throws {
        let recorded = RecordedTraces()
        let span = try #require(recorded.traces.tracer).startSpan("work", context: .topLevel)
        span.end()
        span.note("late", "1")
        span.end()
        #expect(recorded.spans.count == 1)
        #expect(recorded.spans[0].attributes.isEmpty)
        #expect(!span.isRecording)
    }
}
