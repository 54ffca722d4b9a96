import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

/// Tests the cause of drift that a snapshot finds.
@Suite("Causes of drift")
struct DriftTests {
    private let bought = Self.start
    private var day: (Int64) -> Timestamp { { bought.advanced(byDays: $0) } }
    private let initial = RevenueCatEvent.initialPurchase(purchasedAt: start)
    private let listed = TestSnapshot.Purchase.like(.initialPurchase(purchasedAt: start))
    /// In the future, so that the purchase is active when the test runs: drift compares current
    /// access.
    private static let start: Timestamp = "2096-11-01T10:00:00Z"

    private func causes(
        of snapshot: TestSnapshot, after events: RevenueCatEvent...,
        receivedAt: Timestamp = "2099-01-01T00:00:00Z"
    ) async throws -> [String] {
        let tenant = try await TestTenant.create()
        for event in events { try await tenant.receive(event, receivedAt: receivedAt) }
        let drift = try await tenant.add(snapshot)
        var again = snapshot
        again.readAt = snapshot.readAt.advanced(bySeconds: 5)
        #expect(try await tenant.add(again).isEmpty)
        return drift.map(\.cause).sorted()
    }

    @Test("an event is late within RevenueCat's retries, and missed afterwards")
    func missedOrLate() async throws {
        let renewal = RevenueCatEvent.renewal(purchasedAt: day(30))
        for (minutes, cause) in [(154, "late_event"), (156, "missed_event")] {
            let snapshot = TestSnapshot(at: day(30).advanced(bySeconds: Int64(minutes) * 60))
                .listing(.like(renewal))
            #expect(try await causes(of: snapshot, after: initial) == [cause])
        }
        let cancelled = listed.cancelled(at: day(1))
        for (hours, cause) in [(1, "late_event"), (3, "missed_event")] {
            let snapshot = TestSnapshot(at: day(1).advanced(bySeconds: Int64(hours) * 3_600))
                .listing(cancelled)
            #expect(try await causes(of: snapshot, after: initial) == [cause])
        }
    }

    @Test("a moved expiry, for which there is no event, is changed_upstream")
    func changedUpstream() async throws {
        let snapshot = TestSnapshot(at: day(2)).listing(listed.at("expires_at", day(45)))
        #expect(try await causes(of: snapshot, after: initial) == ["changed_upstream"])
    }

    @Test("an old refund without an event is refund_without_event")
    func refund() async throws {
        let snapshot = TestSnapshot(at: day(9)).listing(listed.refunded(at: day(8)))
        #expect(try await causes(of: snapshot, after: initial) == ["refund_without_event"])
    }

    @Test("a sandbox purchase stored as production is sandbox_leak")
    func sandboxLeak() async throws {
        let snapshot = TestSnapshot(at: day(2)).listing(listed.setting("environment", "sandbox"))
        #expect(
            try await causes(of: snapshot, after: initial) == ["sandbox_leak", "sandbox_leak"])
    }

    @Test("changed entitlements of an unknown product are catalog_changed")
    func catalogChanged() async throws {
        let event = RevenueCatEvent.initialPurchase(
            product: "unheard_of", purchasedAt: bought
        ).entitlements(["other"])
        let snapshot = TestSnapshot(at: day(2)).listing(
            TestSnapshot.Purchase.like(event).setting("entitlement_ids", ["plus"]))
        #expect(try await causes(of: snapshot, after: event) == ["catalog_changed"])
    }

    @Test("an event dated in the future is clock")
    func clock() async throws {
        let event = RevenueCatEvent.initialPurchase(purchasedAt: bought, expiresAt: day(60))
            .occurring(at: "4466-09-29T00:00:00Z")
        let snapshot = TestSnapshot(at: day(2)).listing(listed)
        #expect(
            try await causes(of: snapshot, after: event, receivedAt: day(1)) == ["clock"])
    }

    @Test("drift affects access only if no other source gives it")
    func accessAffected() async throws {
        let tenant = try await TestTenant.create()
        let lifetime = RevenueCatEvent.nonRenewingPurchase(
            product: "lifetime", purchasedAt: bought)
        try await tenant.tell(initial, lifetime)
        let refunded = TestSnapshot(at: day(3)).listing(
            listed.refunded(at: day(2)), .like(lifetime))
        #expect(try await tenant.add(refunded).map(\.accessAffected) == [false])
        #expect(try await tenant.add(TestSnapshot(at: day(5))).map(\.accessAffected) == [true])
    }

    @Test("drift of a status alone affects no access")
    func word() async throws {
        let tenant = try await TestTenant.create()
        let running = RevenueCatEvent.initialPurchase(purchasedAt: bought)
        try await tenant.tell(running)
        let drift = try await tenant.add(
            TestSnapshot(at: day(2)).listing(
                TestSnapshot.Purchase.like(running).cancelled(at: day(1))))
        #expect(drift.map(\.cause) == ["missed_event"])
        #expect(drift.map(\.accessAffected) == [false])
        let before = try JSONParser.parse(try #require(drift.first?.before))
        let after = try JSONParser.parse(try #require(drift.first?.after))
        #expect(before["status"] == "active")
        #expect(after["status"] == "cancelled")
    }
}
