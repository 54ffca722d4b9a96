import Entitlements
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("Notices over HTTP")
struct GetNoticesTests {
    @Test("the tenant's server and the phone read and dismiss the same notices")
    func works() async throws {
        try await TestAPI.run { api in
            try await api.tenant.takeTokens()
            try await api.tenant.found("ana", with: ["ben", "cleo"])
            for person in ["ben", "cleo"] {
                let read = try await api.get("getNotices", "/v1/users/\(person)/notices")
                let mine = try await api.me("getMyNotices", "/v1/me/notices", as: person)
                #expect(try mine.json["notices"] == read.json["notices"])
                let notice = try #require(try mine.json["notices"]?.array?.first)
                #expect(notice["kind"] == "joined_household")
                let id = try #require(notice["notice_id"]?.string)
                let dismissed =
                    person == "ben"
                    ? try await api.post(
                        "dismissNotice", "/v1/users/ben/notices/\(id)/dismiss")
                    : try await api.me(
                        "dismissMyNotice", "/v1/me/notices/\(id)/dismiss", method: "POST",
                        as: "cleo")
                #expect(dismissed.status == 204)
                let after = try await api.me("getMyNotices", "/v1/me/notices", as: person)
                #expect(try after.json["notices"] == [])
            }
        }
    }

    @Test("a phone dismisses no notice of another person, and a read key none")
    func refused() async throws {
        try await TestAPI.run { api in
            try await api.tenant.takeTokens()
            try await api.tenant.found("ana", with: ["ben"])
            let id = try #require(
                try await api.tenant.notices(of: "ben").first?["notice_id"]?.string)
            let foreign = try await api.me(
                "dismissMyNotice", "/v1/me/notices/\(id)/dismiss", method: "POST", as: "ana")
            #expect(try foreign.refusal == "404 notice_not_found")
            let read = try await api.post(
                "dismissNotice", "/v1/users/ben/notices/\(id)/dismiss", key: api.readKey)
            #expect(try read.refusal == "403 forbidden")
            #expect(try await api.tenant.notices(of: "ben").count == 1)
        }
    }
}
