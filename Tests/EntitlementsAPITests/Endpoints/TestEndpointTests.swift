import Curl
import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("POST /v1/admin/endpoints/{endpoint_id}/test")
struct TestEndpointTests {
    @Test("the answer says what the endpoint answered, also if the endpoint is off")
    func works() async throws {
        try await Upstream.with { _, number in
            .text("", status: number == 0 ? 204 : 503)
        } _: { receiver, port in
            try await TestAPI.run(isDevelopment: true) { api in
                let endpoint = try await api.tenant.createEndpoint("http://127.0.0.1:\(port)/in")
                try await api.tenant.update(endpoint, isOn: false)
                let first = try await api.test(endpoint)
                #expect(try first.json["is_delivered"] == true)
                #expect(try first.json["http_status"] == 204)
                #expect(try first.json["error"] == .null)
                let second = try await api.test(endpoint)
                #expect(try second.json["is_delivered"] == false)
                #expect(try second.json["error"] == "status_503")
                #expect(try second.json["webhook_id"] != first.json["webhook_id"])
                let sent = try #require(receiver.requests.first)
                #expect(try JSONParser.parse(sent.body)["type"] == "endpoint_test")
                #expect(sent["webhook-id"].first == (try first.json["webhook_id"]?.string))
                let expected = TestTenant.endpointSecret.signature(
                    id: sent["webhook-id"].first ?? "",
                    seconds: TestAPI.now.secondsSinceEpoch, body: sent.body)
                #expect(sent["webhook-signature"] == [expected])
                #expect(try await api.tenant.deliveries(to: endpoint).isEmpty)
            }
        }
    }

    @Test("a redirect is not followed")
    func redirect() async throws {
        try await Upstream.with { _, _ in
            .text("")
        } _: { target, targetPort in
            try await Upstream.with { _, _ in
                .text("", status: 307, headers: ["Location": "http://127.0.0.1:\(targetPort)/"])
            } _: { _, port in
                try await TestAPI.run(isDevelopment: true) { api in
                    let endpoint = try await api.tenant.createEndpoint(
                        "http://127.0.0.1:\(port)/in")
                    let answer = try await api.test(endpoint)
                    #expect(try answer.json["error"] == "status_307")
                    #expect(target.requests.isEmpty)
                }
            }
        }
    }

    @Test("an endpoint that does not answer within 10 seconds has failed", .timeLimit(.minutes(2)))
    func silent() async throws {
        try await Upstream.with { _, _ in
            .silence
        } _: { _, port in
            try await TestAPI.run(isDevelopment: true) { api in
                let endpoint = try await api.tenant.createEndpoint("http://127.0.0.1:\(port)/in")
                let answer = try await api.test(endpoint)
                #expect(try answer.json["error"] == "timed_out")
                guard case .integer(let duration) = try answer.json["duration_milliseconds"] else {
                    Issue.record("no duration: \(answer.text)")
                    return
                }
                #expect((10_000..<20_000).contains(duration))
            }
        }
    }

    private static let privateHosts = [
        "127.0.0.1", "127.1", "2130706433", "0x7f000001", "0x7f.1", "017700000001", "0177.0.0.1",
        "localhost", "LOCALHOST", "localhost.", "a.localhost", "0.0.0.0", "0", "[::1]", "10.0.0.1",
        "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "198.18.0.1",
    ]

    @Test("outside development no connection is made to an address that is not public")
    func notPublic() async throws {
        try await CountingListener.with { listener in
            try await TestAPI.run { api in
                let endpoint = try await api.tenant.createEndpoint()
                for host in Self.privateHosts {
                    let url = "https://\(host):\(listener.port)/in"
                    // The names are resolved when a message is sent, so the API takes them.
                    #expect(EndpointURL(url, isDevelopment: false) != nil, "\(host)")
                    try await api.tenant.update(endpoint, url: url)
                    let error = try await api.test(endpoint).json["error"]?.string
                    #expect(
                        ["address_refused", "could_not_resolve"].contains(error), "\(host)")
                }
                #expect(listener.connections == 0)
            }
        }
    }

    @Test("an address that the API refuses is not asked either, if it is there from before")
    func former() async throws {
        try await CountingListener.with { listener in
            try await TestAPI.run { api in
                let endpoint = try await api.tenant.createEndpoint()
                for url in [
                    "http://127.0.0.1:PORT/", "http://localhost:PORT/",
                    "https://hooks.example@127.0.0.1:PORT/", "https://[::ffff:127.0.0.1]:PORT/",
                    "https://[::ffff:7f00:1]:PORT/", "gopher://127.0.0.1:PORT/",
                    "file:///etc/passwd",
                ] {
                    try await api.tenant.update(
                        endpoint, url: url.replacing("PORT", with: "\(listener.port)"))
                    let answer = try await api.test(endpoint)
                    #expect(try answer.json["error"] == "url_refused", "\(url)")
                }
                #expect(listener.connections == 0)
            }
        }
    }
}

extension TestAPI {
    fileprivate func test(_ endpoint: UUID) async throws -> RawHTTPResponse {
        try await send(
            "testEndpoint", "POST", "/v1/admin/endpoints/\(endpoint.uuidString)/test",
            key: secretKey)
    }
}
