import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("refresh_figures")
struct RefreshFiguresTests {
    private let noon: Timestamp = "2026-06-01T12:00:00Z"

    private func refresh(_ own: ScratchDatabase, at moment: Timestamp) async throws -> Int {
        var times = 0
        while try await own.database.callOne(RefreshFigures(asOf: moment)).refreshed > 0 {
            times += 1
        }
        return times
    }

    @Test("all parts are computed once, and again when a webhook came or an hour is over")
    func works() async throws {
        try await ScratchDatabase.with { own in
            let one = try await TestTenant.create(in: own.database)
            let other = try await TestTenant.create(in: own.database)
            try await one.receive(
                .initialPurchase(purchasedAt: noon.advanced(byDays: -1)),
                receivedAt: noon.advanced(byDays: -1))
            let before = try await one.figures("2026-05-31", "2026-05-31", at: noon)
            #expect(before["computed_at"] == .null)
            #expect(before.rows.isEmpty)
            #expect(try await refresh(own, at: noon) == 32)
            #expect(try await refresh(own, at: noon) == 0)
            let after = try await one.figures("2026-05-31", "2026-05-31", at: noon)
            #expect(after["computed_at"] == .string(noon.rfc3339))
            #expect(after.rows.first?["figures"]?["active_subscriptions"] == 1)
            #expect(try await other.figures(at: noon).rows.isEmpty)

            // It is due by its time, but no webhook came and the hour is not over.
            let soon = noon.advanced(bySeconds: 3_590)
            #expect(try await refresh(own, at: soon) == 0)
            try await one.receive(
                .initialPurchase(appUserID: "u_2", purchasedAt: soon), receivedAt: soon)
            #expect(try await refresh(own, at: soon) == 16)
            #expect(try await refresh(own, at: noon.advanced(bySeconds: 3_601)) == 16)
        }
    }
}
