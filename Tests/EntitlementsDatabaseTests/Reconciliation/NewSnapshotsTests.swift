import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

/// Tests snapshots with the same time, as version 2 gives times in whole seconds.
@Suite("Snapshots of one moment")
struct NewSnapshotsTests {
    private let bought = RevenueCatEvent.defaultPurchase
    private var day: (Int64) -> Timestamp { { bought.advanced(byDays: $0) } }

    private func listing(_ expiresAt: Timestamp) -> TestSnapshot {
        TestSnapshot(at: day(2)).listing(.like(.initialPurchase(expiresAt: expiresAt)))
    }

    @Test("the snapshot received last counts if they differ")
    func later() async throws {
        let tenant = try await TestTenant.create()
        let receivedAt = day(2).advanced(bySeconds: 2)
        try await tenant.add(listing("2999-01-01T00:00:00Z"), receivedAt: receivedAt)
        let drift = try await tenant.add(listing(day(1)), receivedAt: receivedAt)
        #expect(drift.map(\.accessAffected) == [true])
        #expect(try await tenant.standing(of: "u_42", at: day(3)) == .inactive("expired"))
        try await tenant.add(listing(day(60)), receivedAt: receivedAt)
        #expect(
            try await tenant.entitlement("plus", of: "u_42", at: day(3))?["expires_at"]
                == .string(day(60).rfc3339))
        #expect(try await tenant.rows(in: "snapshots") == 3)
        #expect(try await tenant.invariantViolations() == [])
    }

    @Test("each snapshot counts once, however often it is repeated")
    func again() async throws {
        let tenant = try await TestTenant.create()
        let receivedAt = day(2).advanced(bySeconds: 2)
        for expiry in [30, 1, 30, 1, 1] as [Int64] {
            try await tenant.add(listing(day(expiry)), receivedAt: receivedAt)
        }
        #expect(try await tenant.rows(in: "snapshots") == 2)
        #expect(try await tenant.standing(of: "u_42", at: day(3)) == .inactive("expired"))
    }

    @Test("simultaneous snapshots are all stored")
    func raced() async throws {
        let tenant = try await TestTenant.createForRaces()
        let receivedAt = day(2).advanced(bySeconds: 2)
        let expiries = (10..<18).map { day($0) }
        let snapshots: [RacedCall] = expiries.map { expiry in
            let snapshot = listing(expiry)
            return { try await tenant.add(snapshot, receivedAt: receivedAt) }
        }
        let refusals = try await tenant.race(snapshots)
        #expect(refusals.allSatisfy { $0 == nil })
        #expect(try await tenant.rows(in: "snapshots") == 8)
        #expect(try await tenant.invariantViolations() == [])
    }
}
