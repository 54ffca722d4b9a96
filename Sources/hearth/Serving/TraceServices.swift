import Curl
import Entitlements
import Logging
import OTLP
import Prometheus
import ServiceLifecycle
import Traces
import Tracing

/// What records traces and sends them, if there is a collector.
struct TraceServices {
    let traces: Traces
    /// They stop last, after everything that they trace.
    let services: [any Service]

    init(
        _ configuration: Configuration, serverName: String, _ metrics: PrometheusRegistry,
        _ logger: Logger
    ) {
        guard let configuration = configuration.traces else {
            (traces, services) = (.off, [])
            return
        }
        let queue = SpanQueue(metrics: metrics)
        let sampler = TraceSampler(
            ratio: configuration.ratio, followsCallers: configuration.followsCallers)
        let destination = OTLPDestination(
            url: configuration.endpoint.withoutTrailingSlash + "/v1/traces",
            headers: configuration.headers,
            resource: [
                "service.name": .string(configuration.serviceName),
                "service.version": .string(Release.version),
                "service.instance.id": .string(serverName),
            ])
        let http = HTTPClient(configuration: .forTraces)
        traces = Traces(tracer: SpanTracer(sampler: sampler, queue: queue))
        services = [
            http,
            OTLPExporter(queue, to: destination, over: http, metrics: metrics, logger: logger),
        ]
    }
}

extension HTTPClient.Configuration {
    /// One request at a time, and none is under way when the client is stopped.
    fileprivate static var forTraces: HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration()
        configuration.maximumConnections = 1
        configuration.shutdownGraceMilliseconds = 0
        return configuration
    }
}

extension String {
    fileprivate var withoutTrailingSlash: String { hasSuffix("/") ? String(dropLast()) : self }
}
