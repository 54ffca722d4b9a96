import Entitlements
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("GET /v1/admin/users")
struct ListAppUsersTests {
    private func list(_ api: TestAPI, _ query: String = "") async throws -> RawHTTPResponse {
        try await api.get("listAppUsers", "/v1/admin/users\(query)", key: api.secretKey)
    }

    private func ids(_ answer: JSONValue) -> [String] {
        (answer["data"]?.array ?? []).compactMap { $0["app_user_id"]?.string }
    }

    /// The ids of each page.
    private func pages(_ api: TestAPI, _ query: String) async throws -> [[String]] {
        var pages: [[String]] = []
        var cursor: String? = ""
        while let text = cursor {
            let page = try await list(api, query + (text.isEmpty ? "" : "&cursor=\(text)")).json
            pages.append(ids(page))
            cursor = page["next_cursor"]?.string
        }
        return pages
    }

    @Test("people are listed once in each order, in pages, and a full last page is the last")
    func orders() async throws {
        try await TestAPI.run { api in
            for number in 0..<4 {
                try await api.tenant.receive(
                    .initialPurchase(
                        id: "e\(number)", appUserID: "u_\(number)",
                        expiresAt: Timestamp("2990-01-01T00:00:00Z")
                            .advanced(byDays: Int64(number))))
            }
            try await api.tenant.database.numberChanges()
            #expect(try await pages(api, "?limit=3") == [["u_3", "u_2", "u_1"], ["u_0"]])
            #expect(
                try await pages(api, "?sort=end&limit=2") == [["u_0", "u_1"], ["u_2", "u_3"]])
            #expect(
                try await pages(api, "?sort=change&limit=3") == [["u_3", "u_2", "u_1"], ["u_0"]])
            #expect(
                try await pages(
                    api,
                    "?sort=end&ends_after=2990-01-02T00:00:00Z&ends_before=2990-01-04T00:00:00Z"
                ) == [["u_1", "u_2"]])
        }
    }

    @Test("filters are combined, and an entry has the entitlement that matches")
    func filters() async throws {
        try await TestAPI.run { api in
            try await api.tenant.receive(.nowRunning(id: "e1", appUserID: "u_1"))
            try await api.tenant.receive(
                .nowRunning(id: "e2", appUserID: "u_2").asTrial.store("PLAY_STORE"))
            try await api.tenant.grant(to: "u_3")
            try await api.tenant.found("u_1")
            for (query, expected) in [
                ("?status=trialing", ["u_2"]), ("?status=trialing&store=app_store", []),
                ("?source=grant", ["u_3"]), ("?in_household=true", ["u_1"]),
                ("?in_household=false", ["u_3", "u_2"]), ("?plan=free", []),
                ("?entitlement_id=plus", ["u_3", "u_2", "u_1"]),
                ("?product_id=stockpot_plus_monthly&will_renew=true", ["u_2", "u_1"]),
                ("?kind=anonymous", []), ("?environment=sandbox", []),
            ] {
                #expect(ids(try await list(api, query).json) == expected, "\(query)")
            }
            let entry = try await list(api, "?status=trialing").json["data"]?.array?.first
            #expect(entry?["entitlement"]?["store"] == "play_store")
            #expect(entry?["entitlement"]?["status"] == "trialing")
        }
    }

    @Test("another tenant's people are not listed")
    func otherTenant() async throws {
        try await TestAPI.run { api in
            try await TestTenant.create().receive(.nowRunning())
            #expect(try await list(api).json["data"] == [])
        }
    }

    @Test("a cursor of another order is refused")
    func foreignCursor() async throws {
        try await TestAPI.run { api in
            for person in ["u_1", "u_2"] {
                try await api.tenant.receive(.nowRunning(appUserID: person))
            }
            let cursor = try #require(
                try await list(api, "?limit=1").json["next_cursor"]?.string)
            for sort in ["end", "change"] {
                let refused = try await list(api, "?sort=\(sort)&cursor=\(cursor)")
                #expect(refused.status == 422)
                #expect(try refused.pointers == ["/cursor"])
            }
        }
    }

    @Test(
        "each problem of the query has its pointer",
        arguments: [
            ("?limit=0", "/limit"), ("?sort=name", "/sort"), ("?cursor=hello", "/cursor"),
            ("?sort=change&cursor=change.5.4", "/cursor"),
            ("?sort=change&cursor=change.1.9223372036854775808", "/cursor"),
            ("?sort=change&cursor=change.-1.4", "/cursor"), ("?cursor=newest.1", "/cursor"),
            ("?ends_after=2026-12-01T00:00:00Z", "/ends_after"),
            ("?sort=change&ends_before=2026-12-01T00:00:00Z", "/ends_before"),
            ("?sort=end&changed_since=2026-12-01T00:00:00Z", "/changed_since"),
            ("?kind=person", "/kind"), ("?source=gift", "/source"), ("?plan=", "/plan"),
            ("?will_renew=1", "/will_renew"), ("?page=2", "/page"),
        ])
    func badQuery(_ query: String, _ pointer: String) async throws {
        try await TestAPI.run { api in
            let response = try await list(api, query)
            #expect(response.status == 422)
            #expect(try response.pointers == [pointer])
        }
    }

    @Test("a support key may list people, and a read key may not")
    func rights() async throws {
        try await TestAPI.run { api in
            for (key, status) in [(try await api.tenant.key(.support), 200), (api.readKey, 403)] {
                let answer = try await api.get("listAppUsers", "/v1/admin/users", key: key)
                #expect(answer.status == status)
            }
        }
    }
}
