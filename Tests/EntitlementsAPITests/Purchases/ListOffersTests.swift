import Entitlements
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("GET /v1/admin/offers")
struct ListOffersTests {
    @Test("offers are listed in pages, and a wrong cursor is refused")
    func pages() async throws {
        try await TestAPI.run { api in
            for code in ["a", "b/ö", "c"] {
                try await api.tenant.receive(
                    .initialPurchase(appUserID: code).setting("offer_code", .string(code)))
            }
            var found: [String] = []
            var cursor: String? = ""
            while let text = cursor {
                let query = "?limit=2" + (text.isEmpty ? "" : "&cursor=\(text)")
                let page = try await api.get(
                    "listOffers", "/v1/admin/offers\(query)", key: api.secretKey)
                found += try page.json["data"]?.array?.compactMap { $0["offer_code"]?.string } ?? []
                cursor = try page.json["next_cursor"]?.string
            }
            #expect(found == ["a", "b/ö", "c"])
            for query in ["cursor=xyz", "cursor=", "environment=moon", "limit=0"] {
                let wrong = try await api.get(
                    "listOffers", "/v1/admin/offers?\(query)", key: api.secretKey)
                #expect(try wrong.refusal == "422 validation_failed")
            }
            let forbidden = try await api.get("listOffers", "/v1/admin/offers", key: api.readKey)
            #expect(try forbidden.refusal == "403 forbidden")
        }
    }
}
