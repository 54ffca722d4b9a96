import Entitlements
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("GET /v1/admin/webhook_events")
struct ListWebhookEventsTests {
    private func list(_ api: TestAPI, _ query: String = "") async throws -> RawHTTPResponse {
        try await api.get(
            "listWebhookEvents", "/v1/admin/webhook_events\(query)", key: api.secretKey)
    }

    private func event(_ id: String) -> [UInt8] {
        Array(#"{"event":{"id":"\#(id)","type":"SOMETHING_NEW"}}"#.utf8)
    }

    @Test("events are listed once, newest first, in pages")
    func pages() async throws {
        try await TestAPI.run { api in
            for index in 0..<5 {
                try await api.tenant.receive(
                    body: event("e\(index)"),
                    receivedAt: TestAPI.now.advanced(byDays: -30 + Int64(index)))
            }
            var pages: [[String]] = []
            var cursor: String? = ""
            while let text = cursor {
                let page = try await list(api, "?limit=2" + (text.isEmpty ? "" : "&cursor=\(text)"))
                let json = try page.json
                pages.append((json["data"]?.array ?? []).compactMap { $0["event_id"]?.string })
                cursor = json["next_cursor"]?.string
            }
            #expect(pages == [["e4", "e3"], ["e2", "e1"], ["e0"]])
        }
    }

    @Test("a full page without further events is the last")
    func exactlyFull() async throws {
        try await TestAPI.run { api in
            try await api.tenant.receive(body: event("e0"))
            let page = try await list(api, "?limit=1")
            #expect(try page.json["data"]?.array?.count == 1)
            #expect(try page.json["next_cursor"] == .null)
        }
    }

    @Test("events can be filtered by status")
    func status() async throws {
        try await TestAPI.run { api in
            try await api.tenant.receive(body: event("kept"))
            try await api.tenant.receive(.initialPurchase(id: "applied"))
            for (status, ids) in [("stored", ["kept"]), ("applied", ["applied"]), ("failed", [])] {
                let data = try await list(api, "?status=\(status)").json["data"]?.array
                #expect(data?.compactMap { $0["event_id"]?.string } == ids)
            }
        }
    }

    @Test("events of an app user are filtered and paged")
    func ofAppUser() async throws {
        try await TestAPI.run { api in
            for index in 0..<3 {
                try await api.tenant.receive(
                    .renewal(
                        id: "e\(index)", appUserID: "a b&c",
                        purchasedAt: TestAPI.now.advanced(byDays: Int64(30 * index))),
                    receivedAt: TestAPI.now.advanced(byDays: Int64(30 * index)))
            }
            try await api.tenant.receive(.initialPurchase(appUserID: "u_2"))
            let query = "?app_user_id=a%20b%26c&type=RENEWAL&limit=2"
            let page = try await list(api, query).json
            #expect(page["data"]?.array?.compactMap { $0["event_id"]?.string } == ["e2", "e1"])
            let cursor = try #require(page["next_cursor"]?.string)
            let last = try await list(api, "\(query)&cursor=\(cursor)").json
            #expect(last["data"]?.array?.compactMap { $0["event_id"]?.string } == ["e0"])
            #expect(last["next_cursor"] == .null)
        }
    }

    @Test("another tenant's events are not listed")
    func otherTenant() async throws {
        try await TestAPI.run { api in
            try await TestTenant.create().receive(body: event("theirs"))
            #expect(try await list(api).json["data"] == [])
        }
    }

    @Test(
        "each problem of the query has its pointer",
        arguments: [
            ("?limit=0", "/limit"), ("?limit=101", "/limit"), ("?status=lost", "/status"),
            ("?cursor=hello", "/cursor"), ("?page=2", "/page"), ("?type=", "/type"),
            ("?app_user_id=", "/app_user_id"), ("?transaction_id=", "/transaction_id"),
            ("?received_from=yesterday", "/received_from"),
            ("?received_until=2026-11-21", "/received_until"),
        ])
    func badQuery(_ query: String, _ pointer: String) async throws {
        try await TestAPI.run { api in
            let response = try await list(api, query)
            #expect(response.status == 422)
            #expect(try response.pointers == [pointer])
        }
    }
}
