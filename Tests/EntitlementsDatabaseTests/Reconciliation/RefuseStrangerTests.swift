import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

/// A key of another project lists a new customer without purchases for each id.
@Suite("An empty customer first seen after our evidence")
struct RefuseStrangerTests {
    private let bought: Timestamp = "2096-11-01T10:00:00Z"
    private var day: (Int64) -> Timestamp { { bought.advanced(byDays: $0) } }
    private let purchase = RevenueCatEvent.initialPurchase(
        appUserID: "a", purchasedAt: "2096-11-01T10:00:00Z")
    /// The time of the purchase event.
    private var told: Timestamp { bought.advanced(bySeconds: 4) }

    @Test(
        "is refused, whichever evidence named the id earlier",
        arguments: ["by an event", "in a transfer", "as an alias", "in a snapshot"])
    func stranger(named: String) async throws {
        let tenant = try await TestTenant.create()
        var id = "a"
        var firstSeenAt = day(2)
        switch named {
        case "in a transfer":
            id = "b"
            try await tenant.tell(purchase)
            try await tenant.tell(.transfer(from: ["a"], to: ["b"], at: day(1)))
        case "as an alias":
            id = anonymous("phone")
            try await tenant.tell(purchase.aliases([id]))
        case "in a snapshot":
            // Before the purchase.
            try await tenant.add(TestSnapshot(of: "a", at: day(-2)).firstSeen(at: day(-3)))
            firstSeenAt = day(-1)
            try await tenant.tell(purchase)
        default: try await tenant.tell(purchase)
        }
        let before = try await tenant.reconciled()
        let stranger = TestSnapshot(of: id, at: day(3)).firstSeen(at: firstSeenAt)
        for isDryRun in [true, false] {
            await expectFailure(.appUserNotFound) {
                try await tenant.add(stranger, isDryRun: isDryRun)
            }
        }
        #expect(try await tenant.standing(of: id, at: day(4)) == .active("active"))
        #expect(try await tenant.reconciled() == before)
    }

    @Test("is refused if first seen even a second after the event")
    func moments() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.tell(purchase)
        await expectFailure(.appUserNotFound) {
            try await tenant.add(
                TestSnapshot(of: "a", at: day(2)).firstSeen(at: told.advanced(bySeconds: 1)))
        }
        let drift = try await tenant.add(TestSnapshot(of: "a", at: day(2)).firstSeen(at: told))
        #expect(drift.map(\.cause) == ["transfer_one_sided"])
    }

    @Test("is accepted if it has purchases, or if the id is unknown")
    func notStrange() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.tell(purchase)
        let other = RevenueCatEvent.initialPurchase(
            appUserID: "a", product: "other", purchasedAt: day(2))
        try await tenant.add(
            TestSnapshot(of: "a", at: day(3)).listing(.like(other)).firstSeen(at: day(2)))
        #expect(try await tenant.standing(of: "a", at: day(4)).isActive)
        try await tenant.add(TestSnapshot(of: "b", at: day(3)).firstSeen(at: day(2)))
        #expect(try await tenant.rows(in: "snapshots") == 2)
    }

    @Test("first seen before the event, it has lost the purchases to a transfer")
    func transferred() async throws {
        let tenant = try await TestTenant.create()
        try await tenant.tell(purchase)
        let drift = try await tenant.add(
            TestSnapshot(of: "a", at: day(2)).firstSeen(at: bought.advanced(byDays: -1)))
        #expect(drift.map(\.cause) == ["transfer_one_sided"])
        #expect(try await tenant.standing(of: "a", at: day(3)) == .inactive("expired"))
    }

    @Test("is malformed if first_seen_at is no time")
    func malformed() async throws {
        let tenant = try await TestTenant.create()
        var fields = TestSnapshot(of: "a", at: day(1)).json.object ?? JSONObject()
        fields["first_seen_at"] = "some time ago"
        let snapshot = JSONValue.object(fields)
        await expectFailure(.snapshotMalformed) { try await tenant.add(snapshot) }
    }
}
