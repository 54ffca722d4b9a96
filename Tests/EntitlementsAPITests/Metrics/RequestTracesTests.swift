import Entitlements
import FoundationEssentials
import TestSupport
import Testing
import Traces
import Tracing

@testable import EntitlementsAPI

@Suite("A request is a span, in the caller's trace")
struct RequestTracesTests {
    private static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    private static let caller = TraceParent(
        traceID: 0x4bf9_2f35_77b3_4da6_a3ce_929d_0e0e_4736, spanID: 0xb7, isSampled: true)
    private static let unsampledCaller = TraceParent(
        traceID: caller.traceID, spanID: 0xb7, isSampled: false)

    private static func header(_ text: String) -> [(String, String)] { [("traceparent", text)] }

    @Test("a lookup has its route and request, under it the function's name, and no id of a person")
    func lookup() async throws {
        let recorded = RecordedTraces()
        try await TestAPI.run(traces: recorded.traces) { api in
            let response = try await api.get(
                "getEntitlements", "/v1/users/u_4242/entitlements",
                headers: Self.header(Self.caller.text) + [("X-Request-Id", "request-1")])
            #expect(response.status == 200)
            let name = "GET /v1/users/{app_user_id}/entitlements"
            #expect(await eventually { recorded.spans(named: name).count == 1 })
            let request = recorded.spans(named: name)[0]
            #expect(request.kind == .server && request.parentSpanID == Self.caller.spanID)
            #expect(request.place.traceID == Self.caller.traceID)
            #expect(request["http.request.method"] == "GET")
            #expect(request["http.route"] == "/v1/users/{app_user_id}/entitlements")
            #expect(request["http.response.status_code"] == "200")
            #expect(request["hearth.request_id"] == "request-1")
            let call = try #require(recorded.spans(named: "get_entitlements_set").first)
            #expect(call.kind == .client && call.isChild(of: request))
            #expect(call["db.system.name"] == "postgresql")
            #expect(!"\(recorded.spans)".contains("u_4242"))
            #expect(!"\(recorded.spans)".contains(api.readKey))
        }
    }

    @Test("without a well-formed traceparent a request begins a trace")
    func malformed() async throws {
        let recorded = RecordedTraces()
        try await TestAPI.run(traces: recorded.traces) { api in
            let malformed = ["00-\(Self.trace)-b7-01", "", "00-0-0-01"].map(Self.header)
            let both = Self.header(Self.caller.text) + Self.header(Self.caller.text)
            for headers in [[]] + malformed + [both] {
                _ = try await api.get("getLimits", "/v1/users/u_1/limits", headers: headers)
            }
            let name = "GET /v1/users/{app_user_id}/limits"
            #expect(await eventually { recorded.spans(named: name).count == 5 })
            let requests = recorded.spans(named: name)
            #expect(requests.allSatisfy { $0.parentSpanID == nil })
            #expect(Set(requests.map(\.place.traceID)).count == 5)
        }
    }

    @Test("a refused request has not failed, its call says why, and no route is only the method")
    func refused() async throws {
        let recorded = RecordedTraces()
        try await TestAPI.run(traces: recorded.traces) { api in
            let refused = try await api.send(
                "testEndpoint", "POST", "/v1/admin/endpoints/\(UUID())/test", key: api.secretKey)
            #expect(refused.status == 404)
            #expect(await eventually { recorded.spans.contains { $0.kind == .server } })
            let request = try #require(recorded.spans.first { $0.kind == .server })
            #expect(request["http.response.status_code"] == "404" && !request.hasFailed)
            let call = try #require(recorded.spans.first { $0["error.type"] != nil })
            #expect(call.isChild(of: request))
            #expect(call["error.type"] == "raised 404 endpoint_not_found")
            _ = try await RawHTTPConnection.with(port: api.port) { connection in
                try await connection.send("PROPFIND /folder_quince HTTP/1.1\r\nHost: a\r\n\r\n")
                return try await connection.response()
            }
            #expect(await eventually { recorded.spans(named: "_OTHER").count == 1 })
            #expect(!"\(recorded.spans)".contains("quince"))
        }
    }

    @Test("the trace is passed on to an endpoint, also one that is not recorded")
    func passedOn() async throws {
        let recorded = RecordedTraces()
        try await Upstream.with { _, number in
            .text("", status: number == 0 ? 204 : 503)
        } _: { receiver, port in
            try await TestAPI.run(isDevelopment: true, traces: recorded.traces) { api in
                let endpoint = try await api.tenant.createEndpoint("http://127.0.0.1:\(port)/in")
                try await api.test(endpoint, Self.header(Self.caller.text))
                let delivery = try #require(recorded.spans(named: "delivery").first)
                #expect(receiver.requests[0]["traceparent"] == [delivery.place.text])
                #expect(delivery.place.traceID == Self.caller.traceID)
                #expect(delivery["http.response.status_code"] == "204" && !delivery.hasFailed)
                #expect(delivery["hearth.webhook_id"] == receiver.requests[0]["webhook-id"].first)
                #expect(!"\(recorded.spans)".contains("127.0.0.1"))

                try await api.test(endpoint, Self.header(Self.caller.text))
                #expect(recorded.spans(named: "delivery").last?.hasFailed == true)

                let count = recorded.spans.count
                try await api.test(endpoint, Self.header(Self.unsampledCaller.text))
                let passed = receiver.requests[2]["traceparent"].first.flatMap { TraceParent($0) }
                #expect(passed?.traceID == Self.caller.traceID && passed?.isSampled == false)
                #expect(recorded.spans.count == count)
            }
        }
    }

    @Test("RevenueCat gets the trace with each request of a snapshot")
    func snapshot() async throws {
        let recorded = RecordedTraces()
        try await TestAPI.run(
            answering: { _, _ in .subscriber(having: [.nowRunning()]) }, traces: recorded.traces
        ) { api in
            try await api.tenant.setUpstreamKey()
            let response = try await api.send(
                "syncAppUser", "POST", "/v1/users/u_4242/sync", key: api.secretKey,
                headers: Self.header(Self.caller.text))
            #expect(response.status == 200)
            let name = "POST /v1/users/{app_user_id}/sync"
            #expect(await eventually { recorded.spans(named: name).count == 1 })
            let snapshot = try #require(recorded.spans(named: "snapshot").first)
            #expect(snapshot["hearth.outcome"] == "read")
            #expect(snapshot.isChild(of: recorded.spans(named: name)[0]))
            let upstream = try #require(recorded.spans(named: "RevenueCat").first)
            #expect(upstream.isChild(of: snapshot))
            #expect(api.upstream.requests.map { $0["traceparent"] } == [[upstream.place.text]])
            #expect(!"\(recorded.spans)".contains("u_4242"))
            #expect(!"\(recorded.spans)".contains("sk_never_seen_anywhere"))
        }
    }

    @Test("off, no request is passed a trace, whatever the caller sends")
    func off() async throws {
        try await Upstream.with { _, _ in
            .text("")
        } _: { receiver, port in
            try await TestAPI.run(isDevelopment: true) { api in
                let endpoint = try await api.tenant.createEndpoint("http://127.0.0.1:\(port)/in")
                try await api.test(endpoint, Self.header(Self.caller.text))
                #expect(receiver.requests.map { $0["traceparent"] } == [[]])
            }
        }
    }
}

extension TestAPI {
    /// Sends a test message, and expects an answer.
    fileprivate func test(_ endpoint: UUID, _ headers: [(String, String)]) async throws {
        let response = try await send(
            "testEndpoint", "POST", "/v1/admin/endpoints/\(endpoint.uuidString)/test",
            key: secretKey, headers: headers)
        #expect(response.status == 200)
    }
}
