import Entitlements
import FoundationEssentials
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("GET /v1/admin/reconcile/{run_id}")
struct GetRunTests {
    @Test("a run is returned with its progress")
    func told() async throws {
        try await TestAPI.withUpstream { api in
            try await api.tenant.addPeople(2)
            let id = try await api.newRun()
            #expect(try await api.run(id).json["people"]?["total"] == 0)
            let run = try #require(UUID(uuidString: id))
            #expect(try await api.tenant.listPeople(of: run) == true)
            let response = try await api.run(id.uppercased())
            #expect(response.status == 200)
            #expect(try response.json["run_id"]?.string == id)
            #expect(try response.json["status"] == "running")
            #expect(try response.json["people"]?["waiting"] == 2)
        }
    }

    @Test("only the tenant's secret key reads a run")
    func hidden() async throws {
        try await TestAPI.withUpstream { api in
            try await api.expectHidden { api, run, key in try await api.run(run, key: key) }
        }
    }
}
