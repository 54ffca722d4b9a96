import Entitlements
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("Undelivered credits over HTTP")
struct ListUndeliveredCreditsTests {
    @Test("are listed in pages, and are a finding")
    func listed() async throws {
        try await TestAPI.run(like: "iris") { api in
            for person in ["u_1", "u_2"] {
                try await api.tenant.receive(
                    .nonRenewingPurchase(
                        appUserID: person, product: "hd_export",
                        purchasedAt: systemTime().advanced(byDays: -2)))
                try await api.tenant.order(
                    "hd_export", for: "eye", by: person, at: systemTime().advanced(byDays: -1))
            }
            let list = { (query: String) in
                try await api.get(
                    "listUndeliveredCredits", "/v1/admin/undelivered_credits?\(query)",
                    key: api.secretKey)
            }
            let first = try await list("limit=1")
            let cursor = try #require(try first.json["next_cursor"]?.string)
            let second = try await list("limit=1&cursor=\(cursor)")
            let people = try [first, second].map { try $0.json["data"]?.array?.first }
            #expect(Set(people.map { $0?["app_user_id"]?.string }) == ["u_1", "u_2"])
            #expect(try second.json["next_cursor"] == .null)
            let none = try await list("minutes=4320")
            #expect(try none.json["data"] == .array([]))
            let wrong = try await list("minutes=0")
            #expect(wrong.status == 422)
            let findings = try await api.get(
                "listFindings", "/v1/admin/findings", key: api.secretKey)
            let finding = try findings.json["data"]?.array?.first
            #expect(finding?["kind"] == "credits_not_delivered")
            #expect(finding?["credit_id"] == "hd_export")
            #expect(finding?["count"] == 2)
        }
    }
}
