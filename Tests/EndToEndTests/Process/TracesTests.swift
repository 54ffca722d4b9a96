import Entitlements
import Foundation
import TestSupport
import Testing

extension BinaryTests.Processes {
    @Suite("Traces are sent if there is a collector")
    struct TracesTests {
        private static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
        private static let lookup = "GET /v1/users/{app_user_id}/entitlements"

        @Test("spans arrive in the caller's trace, and a collector that hangs stops nothing")
        func sent() async throws {
            for answers in [true, false] {
                try await Upstream.with { _, _ in
                    answers ? .text("{}") : .silence
                } _: { collector, port in
                    try await withTemporaryDirectory { directory in
                        let hearth = try await RunningHearth.start(
                            in: directory, arguments: ["--no-demo"],
                            environment: [
                                "OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:\(port)/",
                                "OTEL_TRACES_SAMPLER_ARG": "0",
                            ])
                        let response = try await hearth.request(
                            "GET", "/v1/users/u_1/entitlements",
                            authorization: "Bearer \(hearth.key("read_key"))",
                            headers: ["traceparent": "00-\(Self.trace)-00f067aa0ba902b7-01"])
                        #expect(response.status == 200)
                        #expect(await eventually { !collector.requests.isEmpty })
                        #expect(collector.targets.first == "/v1/traces")
                        let start = ContinuousClock.now
                        #expect(await hearth.stop() == .status(0))
                        #expect(ContinuousClock.now - start < .seconds(8))
                        if answers { try Self.check(collector.requests) }
                    }
                }
            }
        }

        /// Only the lookup is recorded: the ratio is 0, and its caller is.
        private static func check(_ requests: [ServerRequest]) throws {
            var spans: [JSONValue] = []
            for request in requests {
                let resource = try JSONParser.parse(request.body)["resourceSpans"]?.array?.first
                spans += resource?["scopeSpans"]?.array?.first?["spans"]?.array ?? []
                let attributes = resource?["resource"]?["attributes"]?.array ?? []
                #expect(
                    attributes.compactMap { $0["key"]?.string }
                        == ["service.instance.id", "service.name", "service.version"])
            }
            #expect(spans.allSatisfy { $0["traceId"] == .string(trace) })
            let request = try #require(spans.first { $0["name"] == .string(lookup) })
            #expect(request["parentSpanId"] == "00f067aa0ba902b7" && request["kind"] == 2)
            let call = try #require(spans.first { $0["name"] == "get_entitlements_set" })
            #expect(call["parentSpanId"] == request["spanId"] && call["kind"] == 3)
        }

        @Test("without a collector the metrics do not mention spans")
        func off() async throws {
            try await withTemporaryDirectory { directory in
                let hearth = try await RunningHearth.start(
                    in: directory, arguments: ["--no-demo"],
                    environment: ["OTEL_TRACES_SAMPLER_ARG": "1"])
                let text = try await hearth.request("GET", "/metrics").text
                #expect(text.contains("hearth_build_info") && !text.contains("hearth_spans"))
                #expect(await hearth.stop() == .status(0))
            }
        }
    }
}
