import HTTPServer
import HTTPTypes
import Traces
import Tracing

extension Traces {
    /// Answers a request in a span, in the caller's trace if there is a `traceparent`.
    ///
    /// The span has the route, not the path: a path contains ids. It ends with the answer's head.
    func answering(
        _ request: Request, _ id: RequestID, by route: Route?,
        _ answer: () async -> Response
    ) async -> Response {
        guard let tracer else { return await answer() }
        var context = InstrumentationContext.topLevel
        tracer.extract(request.headers, into: &context, using: HeaderExtractor())
        let method = request.method.nameInMetrics ?? "_OTHER"
        let name = route.map { "\(method) \($0.path.text)" } ?? method
        return await tracer.withSpan(name, context: context, ofKind: .server) { span in
            let response = await answer()
            guard span.isRecording else { return response }
            span.attributes["http.request.method"] = method
            span.attributes["http.response.status_code"] = response.status.code
            span.attributes["hearth.request_id"] = id.text
            if let route { span.attributes["http.route"] = route.path.text }
            if response.status.code >= 500 {
                span.attributes["error.type"] = String(response.status.code)
                span.setStatus(SpanStatus(code: .error))
            }
            return response
        }
    }
}

private struct HeaderExtractor: Extractor {
    /// Two values are joined by a comma, and so are malformed.
    func extract(key: String, from headers: HTTPFields) -> String? {
        HTTPField.Name(key).flatMap { headers[$0] }
    }
}
