import Entitlements
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("GET /v1/admin/users/{app_user_id}/timeline")
struct ListTimelineTests {
    private func list(
        _ api: TestAPI, _ query: String = "", of person: String = "u_1", key: String? = nil
    ) async throws -> RawHTTPResponse {
        try await api.get(
            "listTimeline", "/v1/admin/users/\(person)/timeline\(query)",
            key: key ?? api.secretKey)
    }

    @Test("entries are listed once, newest first, in pages and by kind")
    func pages() async throws {
        try await TestAPI.run { api in
            for index in 0..<3 {
                let moment = TestAPI.now.advanced(byDays: Int64(30 * (index - 3)))
                try await api.tenant.receive(
                    .renewal(id: "e\(index)", appUserID: "u_1", purchasedAt: moment),
                    receivedAt: moment)
            }
            try await api.tenant.grant(to: "u_1", for: "P1M", at: TestAPI.now)
            try await api.tenant.database.numberChanges()
            var pages: [[String]] = []
            var cursor: String? = ""
            while let text = cursor {
                let json = try await list(api, "?limit=2" + (text.isEmpty ? "" : "&cursor=\(text)"))
                    .json
                pages.append(
                    (json["data"]?.array ?? []).map { entry in
                        entry["data"]?["event_id"]?.string ?? entry["kind"]?.string ?? "–"
                    })
                cursor = json["next_cursor"]?.string
            }
            #expect(pages == [["change", "grant"], ["e2", "e1"], ["e0"]])
            let grants = try await list(api, "?kind=grant").json["data"]?.array
            #expect(grants?.map { $0["data"]?["actor"] } == ["secret_key:test"])
        }
    }

    @Test("an event that became no evidence shows what it told")
    func informative() async throws {
        try await TestAPI.run { api in
            let occurred: Timestamp = "2026-11-11T10:00:00Z"
            for type in ["INVOICE_ISSUANCE", "PAYWALL_STARE"] {
                try await api.tenant.receive(
                    RevenueCatEvent.other(type, appUserID: "u_1", at: occurred)
                        .setting("product_id", "plus").setting("store", "RC_BILLING")
                        .setting("environment", "PRODUCTION").setting("period_type", "TRIAL")
                        .setting("transaction_id", "t_1").setting("price", 0))
            }
            try await api.tenant.receive(.failing(id: "e9", appUserID: "u_1"))
            let entries = try #require(try await list(api).json["data"]?.array)
            #expect(entries.count == 3)
            for entry in entries {
                let data = try #require(entry["data"])
                #expect(data["evidence_kind"] == .null)
                #expect(data["store"] != .null && data["environment"] == "production")
                guard data["event_id"] != "e9" else { continue }
                #expect(data["store"] == "rc_billing" && data["product_id"] == "plus")
                #expect(data["period_type"] == "trial" && data["transaction_id"] == "t_1")
                #expect(data["occurred_at"] == "2026-11-11T10:00:00.000Z")
            }
        }
    }

    @Test("a read key may not read it, and an unknown app user's is empty")
    func access() async throws {
        try await TestAPI.run { api in
            #expect(try await list(api, key: api.readKey).status == 403)
            try await TestTenant.create().receive(.initialPurchase(appUserID: "u_1"))
            let empty = try await list(api, key: api.secretKey)
            #expect(try empty.json == ["data": [], "next_cursor": nil])
        }
    }

    @Test(
        "each problem of the query has its pointer",
        arguments: [
            ("?kind=lost", "/kind"), ("?limit=0", "/limit"), ("?cursor=hello", "/cursor"),
            ("?after=1", "/after"),
        ])
    func badQuery(_ query: String, _ pointer: String) async throws {
        try await TestAPI.run { api in
            let response = try await list(api, query)
            #expect(response.status == 422)
            #expect(try response.pointers == [pointer])
        }
    }
}
