import Entitlements
import FoundationEssentials
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("GET /v1/admin/households")
struct ListHouseholdsTests {
    private func list(_ api: TestAPI, _ query: String = "") async throws -> RawHTTPResponse {
        try await api.get("listHouseholds", "/v1/admin/households\(query)", key: api.secretKey)
    }

    private func owners(_ answer: JSONValue) -> [String] {
        (answer["data"]?.array ?? []).compactMap { $0["owner_app_user_id"]?.string }
    }

    @Test("households are listed once, newest first, in pages")
    func pages() async throws {
        try await TestAPI.run { api in
            for number in 0..<5 { try await api.tenant.found("u_\(number)") }
            var pages: [[String]] = []
            var cursor: String? = ""
            while let text = cursor {
                let query = "?limit=2" + (text.isEmpty ? "" : "&cursor=\(text)")
                let page = try await list(api, query).json
                pages.append(owners(page))
                cursor = page["next_cursor"]?.string
            }
            #expect(pages == [["u_4", "u_3"], ["u_2", "u_1"], ["u_0"]])
        }
    }

    @Test("an entry is what getHousehold says, and the filters are by state and by seats")
    func filters() async throws {
        try await TestAPI.run { api in
            let living = try await api.tenant.found("u_1", with: ["u_2"])
            let dissolved = try await api.tenant.found("u_3")
            try await api.tenant.leave("u_3", dissolved)
            let entry = try #require(
                try await list(api, "?state=living").json["data"]?.array?.first)
            let household = try #require(try await api.tenant.household(living))
            for name in ["household_id", "name", "created_at", "owner_app_user_id", "seats"] {
                #expect(entry[name] == household[name], "\(name)")
            }
            let gone = try await list(api, "?state=dissolved").json["data"]?.array
            #expect(
                gone?.map { $0["household_id"] }
                    == [.string(dissolved.uuidString.lowercased())])
            #expect(gone?.first?["owner_app_user_id"] == .null)
            #expect(try await list(api).json["data"]?.array?.count == 2)
            #expect(try await list(api, "?seats_exceeded=true").json["data"] == [])
        }
    }

    @Test("another tenant's households are not listed")
    func otherTenant() async throws {
        try await TestAPI.run { api in
            try await TestTenant.create().found("u_1")
            #expect(try await list(api).json["data"] == [])
        }
    }

    @Test(
        "each problem of the query has its pointer",
        arguments: [
            ("?limit=101", "/limit"), ("?state=lost", "/state"), ("?cursor=hello", "/cursor"),
            ("?seats_exceeded=perhaps", "/seats_exceeded"), ("?page=2", "/page"),
        ])
    func badQuery(_ query: String, _ pointer: String) async throws {
        try await TestAPI.run { api in
            let response = try await list(api, query)
            #expect(response.status == 422)
            #expect(try response.pointers == [pointer])
        }
    }
}
