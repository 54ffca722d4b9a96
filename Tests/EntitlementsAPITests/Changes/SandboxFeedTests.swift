import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("The environments of feeds and endpoints", .timeLimit(.minutes(5)))
struct SandboxFeedTests {
    private static let sandboxed = RevenueCatEvent.nowRunning().inSandbox

    @Test("a feed has the sandbox's changes on request only")
    func pages() async throws {
        try await TestAPI.run { api in
            try await api.tenant.takeTokens()
            try await api.tenant.receive(Self.sandboxed)
            try await api.tenant.database.numberChanges()
            let usual = try await api.get("listChanges", "/v1/changes", key: api.secretKey)
            #expect(try usual.json["data"] == [])
            #expect(try usual.json["next_after"] == 1)
            for environments in ["sandbox", "production,sandbox"] {
                let asked = try await api.get(
                    "listChanges", "/v1/changes?environments=\(environments)", key: api.secretKey)
                #expect(try asked.json["data"]?.array?.first?["environment"] == "sandbox")
                let mine = try await api.me(
                    "listMyChanges", "/v1/me/changes?environments=\(environments)", as: "u_42")
                #expect(try mine.json["data"]?.array?.count == 1)
            }
            let mine = try await api.me("listMyChanges", "/v1/me/changes", as: "u_42")
            #expect(try mine.json["data"] == [])
            for wrong in ["moon", "", "sandbox,", "sandbox%20,production"] {
                let refused = try await api.get(
                    "listChanges", "/v1/changes?environments=\(wrong)", key: api.secretKey)
                #expect(try refused.pointers == ["/environments"])
            }
        }
    }

    @Test("two streams of one tenant each have the changes of their environments")
    func streams() async throws {
        try await TestAPI.run { api in
            try await RawHTTPConnection.with(port: api.port) { usual in
                try await RawHTTPConnection.with(port: api.port) { asking in
                    try await api.begin(usual, "")
                    try await api.begin(asking, "?environments=production,sandbox")
                    try await api.tenant.receive(Self.sandboxed)
                    try await api.tenant.database.numberChanges()
                    try await api.tenant.grant(to: "u_1")
                    try await api.tenant.database.numberChanges()
                    let all = try await asking.text(through: #""app_user_id":"u_1""#)
                    #expect(all.contains(#""environment":"sandbox""#))
                    let some = try await usual.text(through: #""app_user_id":"u_1""#)
                    #expect(!some.contains(#""environment":"sandbox""#))
                    #expect(some.contains("id: 2"))
                }
            }
        }
    }

    @Test("an endpoint is created and changed with its environments")
    func endpoints() async throws {
        try await TestAPI.run { api in
            let path = "/v1/admin/endpoints"
            let created = try await api.post(
                "createEndpoint", path,
                ["url": "https://hooks.example/in", "environments": ["sandbox"]],
                key: api.secretKey)
            #expect(created.status == 201)
            #expect(try created.json["environments"] == ["sandbox"])
            let id = try #require(try created.json["endpoint_id"]?.string)
            let body: JSONValue = ["environments": ["sandbox", "production"]]
            let changed = try await api.send(
                "updateEndpoint", "PATCH", "\(path)/\(id)", key: api.secretKey,
                headers: [("Content-Type", "application/json")], body: body.bytes)
            #expect(try changed.json["environments"] == ["production", "sandbox"])
            for wrong in [["moon"], [], ["sandbox", "sandbox", "sandbox"]] as [JSONValue] {
                let refused = try await api.post(
                    "createEndpoint", path,
                    ["url": "https://hooks.example/in", "environments": wrong],
                    key: api.secretKey)
                #expect(refused.status == 422)
            }
        }
    }
}

extension TestAPI {
    fileprivate func begin(_ connection: RawHTTPConnection, _ query: String) async throws {
        try await connection.send(
            "GET /v1/changes/stream\(query) HTTP/1.1\r\nHost: hearth.test\r\n"
                + "Authorization: Bearer \(secretKey)\r\n\r\n")
        _ = try await connection.text(through: "retry: 1000\n\n")
    }
}
