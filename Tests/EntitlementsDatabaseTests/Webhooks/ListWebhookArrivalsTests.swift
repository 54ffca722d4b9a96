import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("list_webhook_arrivals")
struct ListWebhookArrivalsTests {
    private static let noon: Timestamp = "2026-11-21T12:00:00Z"

    @Test("the latest event of each tenant counts, whatever became of it; a refusal does not")
    func latest() async throws {
        try await ScratchDatabase.with { own in
            #expect(try await own.database.call(ListWebhookArrivals()).isEmpty)
            let one = try await TestTenant.create(in: own.database)
            let other = try await TestTenant.create(in: own.database)
            let silent = try await TestTenant.create(in: own.database)
            for hours in [-2, 0, -1] as [Int64] {
                try await one.receive(
                    .initialPurchase(appUserID: "u_\(hours)"),
                    receivedAt: Self.noon.advanced(bySeconds: hours * 3_600))
            }
            try await other.receive(
                .renewal(appUserID: "u_1").setting("expiration_at_ms", "tomorrow"),
                receivedAt: Self.noon.advanced(bySeconds: 60))
            _ = try await own.database.callOne(
                NoteRefusedWebhook(reason: "malformed", refusals: 1), in: silent.id)

            let found = try await own.database.call(ListWebhookArrivals())

            let times = Dictionary(
                uniqueKeysWithValues: found.map { ($0.tenantSlug, $0.lastReceivedAt) })
            #expect(
                times == [
                    one.slug: Self.noon, other.slug: Self.noon.advanced(bySeconds: 60),
                ])
        }
    }
}
