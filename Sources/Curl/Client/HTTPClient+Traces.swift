import Traces
import Tracing

extension HTTPClient {
    /// Sends a request in a span of its own, if the caller's is recorded, and passes the trace on.
    ///
    /// The span has no part of the URL: a path may hold an id or a secret.
    func exchange(
        _ request: CurlRequest, as name: String, for caller: TraceSpan
    ) async throws(CurlError) -> CurlResponse {
        let span = caller.place.isSampled ? caller.child(name, ofKind: .client) : nil
        span?.note(request.spanAttributes)
        span?.note("http.request.method", request.method)
        var request = request
        (span ?? caller).inject(into: &request, using: HeaderInjector())
        do {
            let response = try await exchange(request)
            span?.attributes["http.response.status_code"] = response.status
            if response.status < 400 {
                span?.end()
            } else {
                span?.endFailed(because: String(response.status))
            }
            return response
        } catch {
            span?.endFailed(because: "\(error)")
            throw error
        }
    }
}

private struct HeaderInjector: Injector {
    func inject(_ value: String, forKey key: String, into request: inout CurlRequest) {
        request.headers.append((key, value))
    }
}
