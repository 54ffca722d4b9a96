import Entitlements
import FoundationEssentials
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("GET /v1/admin/household_findings")
struct ListHouseholdFindingsTests {
    private func list(_ api: TestAPI, _ query: String = "") async throws -> RawHTTPResponse {
        try await api.get(
            "listHouseholdFindings", "/v1/admin/household_findings\(query)", key: api.secretKey)
    }

    /// Creates a household in which two members pay for one entitlement.
    private func foundDoublePayers(_ tenant: TestTenant, _ name: String) async throws -> String {
        for person in ["\(name)1", "\(name)2"] {
            try await tenant.receive(
                .initialPurchase(
                    appUserID: person, purchasedAt: "2020-01-01T00:00:00Z",
                    expiresAt: "2099-01-01T00:00:00Z"))
        }
        return try await tenant.found("\(name)1", with: ["\(name)2"]).uuidString.lowercased()
    }

    @Test("findings are listed once, in pages, which may be empty")
    func pages() async throws {
        try await TestAPI.run { api in
            var expected: Set<String> = []
            for index in 0..<4 {
                expected.insert(try await foundDoublePayers(api.tenant, "payer\(index)"))
                try await api.tenant.found("alone\(index)")
            }
            var found: [String] = []
            var pages = 0
            var cursor: String? = ""
            while let text = cursor {
                let page = try await list(api, "?limit=3" + (text.isEmpty ? "" : "&cursor=\(text)"))
                found += (try page.json["data"]?.array ?? []).compactMap {
                    $0["household_id"]?.string
                }
                cursor = try page.json["next_cursor"]?.string
                pages += 1
            }
            #expect(pages == 3)
            #expect(found.count == 4)
            #expect(Set(found) == expected)
        }
    }

    @Test("a finding has its kind and purchases")
    func finding() async throws {
        try await TestAPI.run { api in
            let household = try await foundDoublePayers(api.tenant, "payer")
            let page = try await list(api).json
            let finding = try #require(page["data"]?.array?.first)
            #expect(finding["kind"] == "double_payer")
            #expect(finding["household_id"] == .string(household))
            #expect(finding["entitlement_id"] == "plus")
            #expect(finding["purchases"]?.array?.count == 2)
            #expect(page["next_cursor"] == nil as JSONValue)
        }
    }

    @Test("another tenant's households are not listed")
    func otherTenant() async throws {
        try await TestAPI.run { api in
            _ = try await foundDoublePayers(try await TestTenant.create(), "payer")
            let page = try await list(api).json
            #expect(page["data"] == [])
            #expect(page["next_cursor"] == nil as JSONValue)
        }
    }

    @Test(
        "each problem of the query has its pointer",
        arguments: [
            ("?limit=0", "/limit"), ("?limit=101", "/limit"), ("?cursor=hello", "/cursor"),
            ("?kind=double_payer", "/kind"),
        ])
    func badQuery(_ query: String, _ pointer: String) async throws {
        try await TestAPI.run { api in
            let response = try await list(api, query)
            #expect(response.status == 422)
            #expect(try response.pointers == [pointer])
        }
    }
}
