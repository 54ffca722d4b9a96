import Curl
import Entitlements
import Logging
import OTLP
import Prometheus
import ServiceLifecycle
import TestSupport
import Testing
import Traces
import Tracing

@Suite("Spans are sent to a collector", .timeLimit(.minutes(5)))
struct OTLPExporterTests {
    @Test("a batch has the resource, and each span with its parent, times and attributes")
    func sent() async throws {
        try await Upstream.with { _, _ in
            .text("{}")
        } _: { collector, port in
            try await Exporter.run(to: port) { exporter in
                await exporter.traces.withSpan("outer", ["text": "a\"b"]) {
                    TraceSpan.current?.attributes["number"] = 7
                    TraceSpan.current?.attributes["is_so"] = true
                    await exporter.traces.withSpan("inner") {}
                }
                #expect(await eventually { collector.spans.count == 2 })
                let request = try #require(collector.requests.first)
                #expect(request.method == "POST" && request.target == "/v1/traces")
                #expect(request["content-type"] == ["application/json"])
                #expect(request["api-key"] == ["hidden"])
                #expect(request["traceparent"] == [])
                let resource = try JSONParser.parse(request.body)["resourceSpans"]?.array?.first
                #expect(
                    resource?["resource"]?["attributes"]
                        == [["key": "service.name", "value": ["stringValue": "hearth-test"]]])
                let (inner, outer) = (collector.spans[0], collector.spans[1])
                #expect(inner["name"] == "inner" && outer["name"] == "outer")
                #expect(inner["traceId"] == outer["traceId"])
                #expect(inner["parentSpanId"] == outer["spanId"])
                #expect(outer["parentSpanId"] == nil && outer["kind"] == 1)
                #expect(outer["traceId"]?.string?.utf8.count == 32)
                #expect(outer["spanId"]?.string?.utf8.count == 16)
                let start = try #require(outer["startTimeUnixNano"]?.string.flatMap { Int($0) })
                let end = try #require(outer["endTimeUnixNano"]?.string.flatMap { Int($0) })
                #expect(start > 1_600_000_000_000_000_000 && start <= end)
                #expect(
                    outer["attributes"] == [
                        ["key": "is_so", "value": ["boolValue": true]],
                        ["key": "number", "value": ["intValue": "7"]],
                        ["key": "text", "value": ["stringValue": "a\"b"]],
                    ])
                #expect(await eventually { exporter.count("sent") == 2 })
            }
        }
    }

    @Test("a failed span has the code of an error, and a linked one the other's place")
    func failed() async throws {
        try await Upstream.with { _, _ in
            .text("{}")
        } _: { collector, port in
            try await Exporter.run(to: port) { exporter in
                let tracer = try #require(exporter.traces.tracer)
                let (other, span) = (
                    tracer.startSpan("other", context: .topLevel),
                    tracer.startSpan("work", context: .topLevel)
                )
                span.addLink(other)
                other.end()
                span.endFailed(because: "Unlucky")
                #expect(await eventually { collector.spans.count == 2 })
                let (sound, failed) = (collector.spans[0], collector.spans[1])
                #expect(sound["status"] == nil && failed["status"] == ["code": 2])
                #expect(sound["links"] == nil)
                let links = try #require(failed["links"]?.array)
                #expect(links.map { $0["traceId"] } == [sound["traceId"]])
                #expect(links.map { $0["spanId"] } == [sound["spanId"]])
            }
        }
    }

    @Test("a batch that the collector cannot take now is sent again, with one line in the log")
    func repeated() async throws {
        try await Upstream.with { _, number in
            .text("", status: [503, 429].dropFirst(number).first ?? 200)
        } _: { collector, port in
            let log = CapturedLog(level: .notice)
            try await Exporter.run(to: port, logger: log.logger) { exporter in
                await exporter.traces.withSpan("work") {}
                #expect(await eventually { log.lines.count == 2 })
                #expect(collector.requests.count == 3)
                #expect(Set(collector.requests.map(\.body)).count == 1)
                #expect(
                    log.lines == [
                        "Traces cannot be sent reason=status 503", "Traces are sent again",
                    ])
                #expect(exporter.count("sent") == 1 && exporter.count("not_taken") == 0)
            }
        }
    }

    @Test("a batch that the collector refuses, or takes at no attempt, is given up and counted")
    func givenUp() async throws {
        for (status, requests) in [(401, 1), (503, 5)] {
            try await Upstream.with { _, _ in
                .text("", status: status)
            } _: { collector, port in
                try await Exporter.run(to: port) { exporter in
                    await exporter.traces.withSpan("work") {}
                    #expect(await eventually { exporter.count("not_taken") == 1 })
                    #expect(collector.requests.count == requests)
                }
            }
        }
    }

    @Test("while the collector hangs, spans end at once, and those beyond the limit are dropped")
    func hanging() async throws {
        try await Upstream.with { _, _ in
            .silence
        } _: { collector, port in
            try await Exporter.run(to: port) { exporter in
                await exporter.traces.withSpan("first") {}
                #expect(await eventually { collector.requests.count == 1 })
                let start = ContinuousClock.now
                for _ in 0..<1_000 { await exporter.traces.withSpan("work") {} }
                #expect(ContinuousClock.now - start < .seconds(5))
                #expect(exporter.count("dropped") == 1_000 - Exporter.maximumWaitingSpans)
                #expect(collector.requests.count == 1)
            }
        }
    }

    @Test("what waits is sent at shutdown, for no longer than allowed")
    func flushed() async throws {
        var limits = OTLPExporter.Limits()
        limits.intervalMilliseconds = 3_600_000
        limits.flushMilliseconds = 1_000
        for answers in [true, false] {
            try await Upstream.with { _, _ in
                answers ? .text("{}") : .silence
            } _: { collector, port in
                let start = ContinuousClock.now
                let exporter = try await Exporter.run(to: port, limits: limits) { exporter in
                    for _ in 0..<20 { await exporter.traces.withSpan("work") {} }
                    #expect(collector.requests.isEmpty)
                    return exporter
                }
                #expect(ContinuousClock.now - start < .seconds(20))
                #expect(collector.requests.count == (answers ? 2 : 1))
                #expect(exporter.count("sent") == (answers ? 20 : 0))
                let lost = exporter.count("not_taken") + exporter.count("dropped")
                #expect(lost == (answers ? 0 : 20))
            }
        }
    }

    @Test("a batch under way when the server stops is sent again")
    func interrupted() async throws {
        try await Upstream.with { _, number in
            number == 0 ? .silence : .text("{}")
        } _: { collector, port in
            let exporter = try await Exporter.run(to: port) { exporter in
                await exporter.traces.withSpan("work") {}
                #expect(await eventually { collector.requests.count == 1 })
                return exporter
            }
            #expect(collector.requests.count == 2)
            #expect(exporter.count("sent") == 1)
        }
    }
}

/// A running exporter with traces, and what it counted.
private struct Exporter: Sendable {
    let traces: Traces
    private let registry: PrometheusRegistry

    static let maximumWaitingSpans = 100

    /// Runs it during the body, and stops it gracefully.
    @discardableResult
    static func run<Result: Sendable>(
        to port: Int, limits: OTLPExporter.Limits = .quick, logger: Logger = .silent,
        _ body: (Exporter) async throws -> Result
    ) async throws -> Result {
        let registry = PrometheusRegistry(descriptions: [:])
        var waiting = SpanQueue.Limits()
        waiting.maximumWaitingSpans = maximumWaitingSpans
        waiting.spansPerBatch = 10
        let queue = SpanQueue(limits: waiting, metrics: registry)
        let http = HTTPClient.direct()
        let destination = OTLPDestination(
            url: "http://127.0.0.1:\(port)/v1/traces", headers: [("api-key", "hidden")],
            resource: ["service.name": "hearth-test"])
        let services: [any Service] = [
            http,
            OTLPExporter(
                queue, to: destination, over: http, limits: limits, metrics: registry,
                logger: logger),
        ]
        let group = ServiceGroup(services: services, logger: .silent)
        let sampler = TraceSampler(ratio: 1)
        let exporter = Exporter(
            traces: Traces(tracer: SpanTracer(sampler: sampler, queue: queue)), registry: registry)
        return try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            let result = try await body(exporter)
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
            return result
        }
    }

    func count(_ outcome: String) -> Int {
        let prefix = "hearth_spans_total{outcome=\"\(outcome)\"} "
        let lines = String(decoding: registry.text(), as: UTF8.self).split(separator: "\n")
        let line = lines.first { $0.hasPrefix(prefix) }
        return line.flatMap { Double($0.dropFirst(prefix.count)) }.map { Int($0) } ?? 0
    }
}

extension OTLPExporter.Limits {
    fileprivate static var quick: OTLPExporter.Limits {
        var limits = OTLPExporter.Limits()
        limits.intervalMilliseconds = 10
        limits.pauseMilliseconds = 1
        return limits
    }
}

extension Upstream {
    /// The spans that a collector was sent, in their order.
    fileprivate var spans: [JSONValue] {
        requests.flatMap { request -> [JSONValue] in
            let body = try? JSONParser.parse(request.body)
            let scope = body?["resourceSpans"]?.array?.first?["scopeSpans"]?.array?.first
            return scope?["spans"]?.array ?? []
        }
    }
}
