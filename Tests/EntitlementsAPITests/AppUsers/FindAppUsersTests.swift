import Entitlements
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("GET /v1/admin/search")
struct FindAppUsersTests {
    private func find(
        _ api: TestAPI, _ query: String, key: String? = nil
    ) async throws -> RawHTTPResponse {
        try await api.get(
            "findAppUsers", "/v1/admin/search\(query)", key: key ?? api.secretKey)
    }

    @Test("an app user is found, with what the text matched")
    func works() async throws {
        try await TestAPI.run { api in
            try await api.tenant.receive(
                .initialPurchase(appUserID: "u_1").attributes(["$email": "ana+1@example.com"]))
            let response = try await find(api, "?query=ana%2B1%40")
            #expect(response.status == 200)
            #expect(
                try response.json["data"] == [
                    [
                        "app_user_id": "u_1", "kind": "identified", "matched_by": "attribute",
                        "matched": "ana+1@example.com", "attribute": "$email",
                    ]
                ])
            #expect(try response.json["has_more"] == false)
            #expect(try await find(api, "?query=eva").json["data"] == [])
            let limited = try await find(api, "?query=u_&limit=1")
            #expect(try limited.json["data"]?.array?.count == 1)
        }
    }

    @Test("a read key may not search, and another tenant's app users are not found")
    func access() async throws {
        try await TestAPI.run { api in
            #expect(try await find(api, "?query=u", key: api.readKey).status == 403)
            try await TestTenant.create().receive(.initialPurchase(appUserID: "u_other"))
            #expect(try await find(api, "?query=u_other").json["data"] == [])
        }
    }

    @Test(
        "each problem of the query has its pointer",
        arguments: [
            ("", "/query"), ("?query=", "/query"), ("?query=%20", "/query"),
            ("?query=a&limit=0", "/limit"), ("?query=a&limit=101", "/limit"),
            ("?query=a&cursor=b", "/cursor"),
        ])
    func badQuery(_ query: String, _ pointer: String) async throws {
        try await TestAPI.run { api in
            let response = try await find(api, query)
            #expect(response.status == 422)
            #expect(try response.pointers == [pointer])
        }
    }
}
