import Entitlements
import Foundation
import HTTPServer
import HTTPTypes
import Logging
import NIOCore
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("Health, metrics and the document")
struct HealthTests {
    @Test("the process is live and ready, and serves its document")
    func answers() async throws {
        try await TestAPI.run { api in
            #expect(try await api.send("getLiveness", "GET", "/livez").status == 200)
            #expect(try await api.send("getReadiness", "GET", "/readyz").status == 200)
            let document = try await api.send("getOpenAPI", "GET", "/openapi.yaml")
            #expect(document.text == OpenAPIDocument.text)
            #expect(document.text.hasPrefix("openapi: 3.1.0\n"))
        }
    }

    @Test("a probe by HTTP/1.0 needs no Host; nothing else goes without one")
    func oldProbe() async throws {
        try await TestAPI.run { api in
            for (request, status) in [
                ("GET /readyz HTTP/1.0", 200), ("GET /livez HTTP/1.0", 200),
                ("GET /livez HTTP/1.1", 400),
                ("GET /v1/status HTTP/1.0", 400), ("POST /readyz HTTP/1.0", 400),
            ] {
                let response = try await RawHTTPConnection.with(port: api.port) { connection in
                    try await connection.send("\(request)\r\n\r\n")
                    return try await connection.response()
                }
                #expect(response.status == status, "\(request)")
            }
        }
    }

    @Test("one failed check makes the server unready")
    func notReady() async throws {
        let route = Route.getReadiness {
            [
                ReadinessCheck(name: "database", isReady: true, detail: "It answers."),
                ReadinessCheck(name: "worker", isReady: false, detail: "It is late."),
            ]
        }
        let handler = try #require(route.handlerForAnybody)
        let request = APIRequest(
            Request(
                head: HTTPRequest(method: .get, scheme: "http", authority: "a", path: "/readyz")),
            id: .made(), pathParameters: [], query: "", maximumBodyBytes: 0, logger: .silent)
        let response = try await handler(request)
        #expect(response.status == .serviceUnavailable)
        #expect(response.headers[.retryAfter] == "1")
    }

    @Test("requests are counted by route, method and status, not by path")
    func counted() async throws {
        try await TestAPI.run { api in
            _ = try await api.get("getEntitlements", "/v1/users/secret-person/entitlements")
            _ = try await api.send("getLiveness", "GET", "/no/such/path")
            _ = try await api.deliver(RevenueCatEvent.initialPurchase().body)
            _ = try await api.deliver(
                Array(#"{"event":{"id":"e","type":"MADE_UP"}}"#.utf8))
            let metrics = try await api.send("getMetrics", "GET", "/metrics").text
            for line in [
                #"hearth_http_requests_total{route="/v1/users/{app_user_id}/entitlements","#
                    + #"method="GET",status="200"} 1"#,
                #"hearth_http_requests_total{route="none",method="GET",status="404"} 1"#,
                #"hearth_webhook_events_total{type="INITIAL_PURCHASE",outcome="applied"} 1"#,
                #"hearth_webhook_events_total{type="other",outcome="stored"} 1"#,
                "hearth_webhook_receive_seconds_count 2",
                "# TYPE hearth_http_request_duration_seconds histogram",
            ] {
                #expect(metrics.contains(line + "\n"), "\(line)")
            }
            #expect(!metrics.contains("secret-person"))
        }
    }

    @Test("the process shows its start, its memory and its descriptors")
    func processMetrics() async throws {
        try await TestAPI.run { api in
            let metrics = try await api.send("getMetrics", "GET", "/metrics").text
            let now = Date.now.timeIntervalSince1970
            for (name, range) in [
                ("process_cpu_seconds_total", 0.01...1e6),
                ("process_start_time_seconds", now - 86_400...now),
                ("process_resident_memory_bytes", 1e6...1e12),
                ("process_virtual_memory_bytes", 1e6...1e15),
                ("process_open_fds", 3...1e6), ("process_max_fds", 3...1e10),
            ] {
                let line = metrics.split(separator: "\n").first { $0.hasPrefix(name + " ") }
                let value = line.flatMap { Double($0.dropFirst(name.count + 1)) }
                #expect(value.map(range.contains) == true, "\(name): \(line ?? "")")
                #expect(metrics.contains("# HELP \(name) "))
            }
            #expect(metrics.contains("# TYPE process_cpu_seconds_total counter\n"))
        }
    }
}

extension Route {
    fileprivate var handlerForAnybody: (@Sendable (APIRequest) async throws -> Response)? {
        guard case .unauthenticated(let handler) = access else { return nil }
        return handler
    }
}
