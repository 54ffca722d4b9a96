import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("count_active")
struct CountActiveTests {
    @Test("active purchases of each tenant are counted by kind, zeros included")
    func active() async throws {
        try await ScratchDatabase.with { own in
            let tenant = try await TestTenant.create(in: own.database)
            for person in ["u_1", "u_2"] {
                try await tenant.receive(.nowRunning(appUserID: person))
            }
            try await tenant.receive(
                .initialPurchase(appUserID: "u_3", expiresAt: "2999-01-01T00:00:00Z").asTrial)
            try await tenant.computeFigures(at: "2026-12-01T00:00:00Z")
            let counted = try await own.database.call(CountActive())
            #expect(counted.allSatisfy { $0.tenantSlug == tenant.slug })
            #expect(
                Dictionary(uniqueKeysWithValues: counted.map { ($0.kind, $0.active) })
                    == ["subscriptions": 2, "trials": 1, "one_time": 0, "grants": 0])
        }
    }
}
