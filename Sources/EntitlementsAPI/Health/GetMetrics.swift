import HTTPServer
import HTTPTypes
import NIOCore
import Prometheus

extension Route {
    /// Returns all metrics of the process as Prometheus text.
    static func getMetrics(_ registry: PrometheusRegistry) -> Route {
        Route(
            "getMetrics", .get, "/metrics", .unauthenticated { _ in Response(metricsOf: registry) })
    }
}

extension Response {
    /// The metrics as they are now.
    init(metricsOf registry: PrometheusRegistry) {
        ProcessMetrics.record(in: registry)
        self.init(
            status: .ok,
            headers: [.contentType: PrometheusText.mediaType, .cacheControl: "no-store"],
            body: ResponseBody(ByteBuffer(bytes: registry.text())))
    }
}
