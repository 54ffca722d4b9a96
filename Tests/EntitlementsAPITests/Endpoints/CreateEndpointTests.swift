import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("/v1/admin/endpoints")
struct CreateEndpointTests {
    @Test("the secret is shown once, and for a repeated request")
    func secret() async throws {
        try await TestAPI.run { api in
            let created = try await api.createEndpoint(key: "first")
            #expect(created.status == 201)
            let id = try #require(try created.json["endpoint_id"]?.string)
            let text = try #require(try created.json["secret"]?.string)
            let again = try await api.createEndpoint(key: "first")
            #expect(again["idempotent-replayed"] == "true")
            #expect(try again.json == created.json)
            let another = try await api.createEndpoint(key: "second")
            #expect(try another.json["secret"]?.string != text)
            for path in ["", "/\(id)", "/\(id)/deliveries"] {
                let operation =
                    path.isEmpty
                    ? "listEndpoints" : path.hasSuffix("s") ? "listDeliveries" : "getEndpoint"
                let shown = try await api.get(
                    operation, "/v1/admin/endpoints\(path)", key: api.secretKey)
                #expect(shown.status == 200)
                #expect(!shown.text.contains("whsec_"))
            }
        }
    }

    @Test("an address that is not a plain https URL is refused")
    func address() async throws {
        try await TestAPI.run { api in
            for url in [
                "http://hooks.example/", "ftp://hooks.example/", "file:///etc/passwd",
                "gopher://127.0.0.1:6379/", "javascript:alert(1)", "//hooks.example/",
                "hooks.example", "https://", "https:///in", "https://user:pass@hooks.example/",
                "https://hooks.example@127.0.0.1/", "https://127.0.0.1#@hooks.example/",
                "https://127.0.0.1\\@hooks.example/", "https://hooks.example:0/",
                "https://hooks.example:99999/", "https://hooks.example:80:443/",
                "https://[::ffff:127.0.0.1]/", "https://[fd00::1]/", "https://①②⑦.⓪.⓪.①/",
                "https://hooks.example/ in", "https://hooks.example/\n",
                "https://hooks%2eexample/",
            ] {
                let refused = try await api.createEndpoint(url)
                #expect(refused.status == 422, "\(url)")
                #expect(try refused.pointers == ["/url"], "\(url)")
            }
            let listed = try await api.get(
                "listEndpoints", "/v1/admin/endpoints", key: api.secretKey)
            #expect(try listed.json["data"] == [])
        }
    }

    @Test("unknown kinds and fields are refused, each at its place")
    func fields() async throws {
        try await TestAPI.run { api in
            let refused = try await api.send(
                "createEndpoint", "POST", "/v1/admin/endpoints", key: api.secretKey,
                headers: [("Content-Type", "application/json")],
                body: Array(
                    #"{"url":"https://a.example/","kinds":["limit_reached","all"],"x":1}"#.utf8))
            #expect(refused.status == 422)
            #expect(Set(try refused.pointers) == ["/kinds/1", "/x"])
        }
    }

    @Test("kinds and state change alone, and null kinds mean all")
    func update() async throws {
        try await TestAPI.run { api in
            let created = try await api.createEndpoint()
            let id = try #require(try created.json["endpoint_id"]?.string)
            let one = try await api.change(id, #"{"kinds":["limit_reached","limit_reached"]}"#)
            #expect(try one.json["kinds"] == ["limit_reached"])
            let off = try await api.change(id, #"{"state":"off"}"#)
            #expect(try off.json["kinds"] == ["limit_reached"])
            #expect(try off.json["off_reason"] == "requested")
            let all = try await api.change(id, #"{"kinds":null,"state":"on"}"#)
            #expect(try all.json["kinds"] == .null)
            #expect(try all.json["state"] == "on")
            let wrong = try await api.change(id, #"{"state":"paused","environments":[]}"#)
            #expect(Set(try wrong.pointers) == ["/state", "/environments"])
            let insecure = try await api.change(id, #"{"url":"http://a.example/"}"#)
            #expect(try insecure.pointers == ["/url"])
        }
    }
}

extension TestAPI {
    func createEndpoint(
        _ url: String = "https://hooks.example/in", key: String? = nil
    ) async throws -> RawHTTPResponse {
        let body: JSONValue = ["url": .string(url)]
        return try await send(
            "createEndpoint", "POST", "/v1/admin/endpoints", key: secretKey,
            headers: [("Content-Type", "application/json")]
                + (key.map { [("Idempotency-Key", $0)] } ?? []),
            body: body.bytes)
    }

    fileprivate func change(_ id: String, _ body: String) async throws -> RawHTTPResponse {
        try await send(
            "updateEndpoint", "PATCH", "/v1/admin/endpoints/\(id)", key: secretKey,
            headers: [("Content-Type", "application/json")], body: Array(body.utf8))
    }
}
