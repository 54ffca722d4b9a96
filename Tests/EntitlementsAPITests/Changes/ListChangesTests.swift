import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("GET /v1/changes", .timeLimit(.minutes(5)))
struct ListChangesTests {
    @Test("changes come oldest first, and next_after goes on")
    func works() async throws {
        try await TestAPI.run { api in
            for person in ["u_1", "u_2", "u_3"] { try await api.tenant.grant(to: person) }
            try await api.tenant.database.numberChanges()
            let first = try await api.changes("limit=2").json
            #expect(first["data"]?.array?.map { $0["number"] } == [1, 2])
            #expect(first["data"]?.array?.first?["app_user_id"] == "u_1")
            #expect(first["next_after"] == 2)
            #expect(first["last_number"] == 3)
            let rest = try await api.changes("after=2").json
            #expect(rest["data"]?.array?.map { $0["number"] } == [3])
            #expect(rest["next_after"] == 3)
            let end = try await api.changes("after=3").json
            #expect(end["data"] == [])
            #expect(end["next_after"] == 3)
        }
    }

    @Test(
        "what cannot be read is refused",
        arguments: [
            ("after=1", 410, "changes_gone"), ("after=-1", 422, "validation_failed"),
            ("wait=31", 422, "validation_failed"), ("limit=501", 422, "validation_failed"),
        ])
    func refused(query: String, status: Int, code: String) async throws {
        try await TestAPI.run { api in
            let response = try await api.changes(query)
            #expect(response.status == status)
            #expect(try response.json["code"]?.string == code)
        }
    }

    @Test("a read key and another tenant's key do not see the log")
    func otherKeys() async throws {
        try await TestAPI.run { api in
            try await api.tenant.grant(to: "u_1")
            try await api.tenant.database.numberChanges()
            for (operation, path) in [
                ("listChanges", "/v1/changes"), ("streamChanges", "/v1/changes/stream"),
            ] {
                let response = try await api.get(operation, path, key: api.readKey)
                #expect(response.status == 403)
            }
            let other = try await TestTenant.create()
            let foreign = try await api.get(
                "listChanges", "/v1/changes", key: try await other.key(.secret))
            #expect(try foreign.json["data"] == [])
            #expect(try foreign.json["last_number"] == 0)
        }
    }

    @Test("a waiting request is answered with the next change")
    func waits() async throws {
        try await TestAPI.run { api in
            try await api.tenant.grant(to: "u_1")
            try await api.tenant.database.numberChanges()
            async let waiting = api.changes("after=1&wait=30")
            let clock = ContinuousClock()
            let start = clock.now
            try await api.tenant.grant(to: "u_2")
            try await api.tenant.database.numberChanges()
            let answer = try await waiting.json
            #expect(answer["data"]?.array?.map { $0["app_user_id"] } == ["u_2"])
            // Well before the end of the wait.
            #expect(clock.now - start < .seconds(25))
        }
    }

    @Test("a request that waited in vain is answered without a change")
    func waitsInVain() async throws {
        try await TestAPI.run { api in
            let answer = try await api.changes("wait=1").json
            #expect(answer["data"] == [])
            #expect(answer["next_after"] == 0)
        }
    }
}

extension TestAPI {
    /// The tenant's changes.
    fileprivate func changes(_ query: String) async throws -> RawHTTPResponse {
        try await get("listChanges", "/v1/changes?\(query)", key: secretKey)
    }
}
