import Tracing

/// The traces of this process, or none.
///
/// Work that can begin a trace has one of these; all other work adds to the current span, if any.
package struct Traces: Sendable {
    /// Nil: nothing is traced, and nothing is passed on.
    package let tracer: SpanTracer?

    package static let off = Traces(tracer: nil)

    package init(tracer: SpanTracer?) {
        self.tracer = tracer
    }

    /// Runs work in a span, under the current one or in a trace of its own.
    package func withSpan<Result>(
        _ name: String, _ attributes: @autoclosure () -> [String: String] = [:],
        isolation: isolated (any Actor)? = #isolation, _ work: () async throws -> Result
    ) async rethrows -> Result {
        guard let tracer else { return try await work() }
        return try await tracer.withSpan(name) { span in
            if span.isRecording { span.note(attributes()) }
            return try await work()
        }
    }
}
