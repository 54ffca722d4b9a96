import Entitlements
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("A byte order mark before a body")
struct ByteOrderMarkTests {
    private let mark = Array("\u{FEFF}".utf8)

    @Test("is dropped before an event, which is shown without it")
    func webhook() async throws {
        try await TestAPI.run { api in
            let event = RevenueCatEvent.initialPurchase(id: "marked")
            let received = try await api.deliver(mark + event.body)
            #expect(try received.json["status"] == "applied", "\(received.text)")
            let shown = try await api.get(
                "getWebhookEvent", "/v1/admin/webhook_events/marked", key: api.secretKey)
            #expect(try shown.json["body"] == JSONParser.parse(event.body))
            let twice = try await api.deliver(mark + mark + event.body)
            #expect(try twice.code == "malformed_json")
        }
    }

    @Test("is dropped before a request")
    func request() async throws {
        try await TestAPI.run { api in
            let body: JSONValue = ["app_user_id": "u_42", "kind": "identified"]
            for (marks, isTaken) in [(mark, true), (mark + mark, false)] {
                let response = try await api.send(
                    "createAppUser", "POST", "/v1/users", key: api.secretKey,
                    headers: [("Content-Type", "application/json")], body: marks + body.bytes)
                #expect((200...201).contains(response.status) == isTaken, "\(response.text)")
            }
        }
    }
}
