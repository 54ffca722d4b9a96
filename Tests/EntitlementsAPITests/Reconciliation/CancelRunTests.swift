import Entitlements
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("POST /v1/admin/reconcile/{run_id}/cancel")
struct CancelRunTests {
    @Test("a run is cancelled once, and the next may begin")
    func cancelled() async throws {
        try await TestAPI.withUpstream { api in
            let id = try await api.newRun()
            let first = try await api.cancel(id)
            #expect(first.status == 200)
            #expect(try first.json["status"] == "cancelled")
            let endedAt = try first.json["ended_at"]
            #expect(endedAt?.string != nil)
            let second = try await api.cancel(id)
            #expect(second.status == 200)
            #expect(try second.json["ended_at"] == endedAt)
            #expect(try await api.startRun().status == 202)
        }
    }

    @Test("only the tenant's secret key cancels a run")
    func hidden() async throws {
        try await TestAPI.withUpstream { api in
            try await api.expectHidden { api, run, key in try await api.cancel(run, key: key) }
        }
    }
}
