import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("GET /v1/me/changes", .timeLimit(.minutes(5)))
struct ListMyChangesTests {
    @Test("an end user sees their own changes and no others")
    func works() async throws {
        try await TestAPI.run { api in
            try await api.tenant.takeTokens()
            for person in ["u_other", "u_42"] { try await api.tenant.grant(to: person) }
            try await api.tenant.database.numberChanges()
            let own = try await api.me("listMyChanges", "/v1/me/changes", as: "u_42").json
            #expect(own["data"]?.array?.map { $0["number"] } == [2])
            #expect(own["next_after"] == 2)
            let stranger = try await api.me("listMyChanges", "/v1/me/changes", as: "u_43").json
            #expect(stranger["data"] == [])
            #expect(stranger["next_after"] == 2)
        }
    }

    @Test("a waiting request is answered with the end user's next change, not with another's")
    func waits() async throws {
        try await TestAPI.run { api in
            try await api.tenant.takeTokens()
            async let waiting = api.me("listMyChanges", "/v1/me/changes?wait=30", as: "u_42")
            for person in ["u_1", "u_2", "u_42"] {
                try await api.tenant.grant(to: person)
                try await api.tenant.database.numberChanges()
            }
            let answer = try await waiting.json
            #expect(answer["data"]?.array?.map { $0["app_user_id"]?.string } == ["u_42"])
            #expect(answer["next_after"] == 3)
        }
    }
}
