import Entitlements
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("POST /v1/admin/reconcile")
struct StartRunTests {
    @Test("a run is accepted, and continues after the answer")
    func accepted() async throws {
        try await TestAPI.withUpstream { api in
            let response = try await api.startRun(
                ["scope": "all", "dry_run": true, "stop_at_lost_percent": 7])
            #expect(response.status == 202)
            let json = try response.json
            #expect(json["as_of"]?.string != nil)
            #expect(json["origin"] == "request")
            #expect(json["status"] == "preparing")
            #expect(json["dry_run"] == true)
            #expect(json["stop_at_lost_percent"] == 7)
            let id = try #require(json["run_id"]?.string)
            #expect(try await api.run(id).json["scope"] == "all")
        }
    }

    @Test("a run over one app user requires a known id")
    func onePerson() async throws {
        try await TestAPI.withUpstream { api in
            let unknown = try await api.startRun(["scope": "user", "app_user_id": "u_1"])
            #expect(unknown.status == 404)
            #expect(try unknown.code == "app_user_not_found")
            try await api.tenant.addPeople(1)
            let known = try await api.startRun(["scope": "user", "app_user_id": "u_1"])
            #expect(known.status == 202)
            #expect(try known.json["app_user_id"] == "u_1")
            #expect(try known.json["stop_at_lost_percent"] == 50)
        }
    }

    @Test("during a run another is refused with the run's id")
    func inProgress() async throws {
        try await TestAPI.withUpstream { api in
            let first = try await api.newRun()
            let second = try await api.startRun(["scope": "due"])
            #expect(second.status == 409)
            #expect(try second.code == "run_in_progress")
            #expect(try second.json["run_id"]?.string == first)
        }
    }

    @Test("a run of a tenant without a key is refused")
    func notConfigured() async throws {
        try await TestAPI.run { api in
            let response = try await api.startRun()
            #expect(response.status == 409)
            #expect(try response.code == "upstream_not_configured")
        }
    }

    @Test(
        "each field problem has its pointer",
        arguments: [
            ([:], ["/scope"]), (["scope": "everybody"], ["/scope"]),
            (["scope": "user"], ["/app_user_id"]),
            (["scope": "user", "app_user_id": ""], ["/app_user_id"]),
            (["scope": "all", "app_user_id": "u_1"], ["/app_user_id"]),
            (["scope": "due", "dry_run": "yes"], ["/dry_run"]),
            (["scope": "all", "stop_at_lost_percent": 0], ["/stop_at_lost_percent"]),
            (["scope": "all", "stop_at_lost_percent": 101], ["/stop_at_lost_percent"]),
            (["scope": "all", "force": true], ["/force"]), (["all"], [""]),
        ] as [(JSONValue, [String])])
    func pointers(body: JSONValue, pointers: [String]) async throws {
        try await TestAPI.withUpstream { api in
            let response = try await api.startRun(body)
            #expect(response.status == 422)
            #expect(try response.code == "validation_failed")
            #expect(try response.pointers == pointers)
        }
    }

    @Test("a read key is refused, and an admin key names the tenant")
    func keys() async throws {
        try await TestAPI.withUpstream { api in
            let body: JSONValue = ["scope": "all"]
            let read = try await api.post("startRun", TestAPI.runs, body, key: api.readKey)
            #expect(read.status == 403)
            #expect(try read.code == "forbidden")
            let admin = try await api.post(
                "startRun", TestAPI.runs, body, key: api.adminKey,
                headers: [("Hearth-Tenant", api.tenant.slug)])
            #expect(admin.status == 202)
        }
    }
}
