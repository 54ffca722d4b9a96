import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("postpone_snapshot")
struct PostponeSnapshotTests {
    private let start: Timestamp = "2999-01-01T00:00:00Z"

    @Test("each setback doubles the delay, up to an hour")
    func backoff() async throws {
        try await withSnapshotTenant { own, tenant in
            try await tenant.receive(.initialPurchase())
            var now = start
            var waits: [Int64] = []
            for _ in 0..<11 {
                let claimed = try #require(try await own.claimPerson(at: now))
                let due = try #require(try await tenant.postpone(claimed, at: now))
                waits.append(due.secondsSinceEpoch - now.secondsSinceEpoch)
                #expect(try await own.claimPerson(at: due.advanced(bySeconds: -1)) == nil)
                now = due
            }
            #expect(waits == [15, 30, 60, 120, 240, 480, 960, 1_920, 3_600, 3_600, 3_600])
            #expect(
                try await own.ask("select setback from entitlements.snapshot_queue")
                    == "unavailable")
        }
    }

    @Test("while RevenueCat is busy with an app user, the delay begins with two seconds")
    func busy() async throws {
        try await withSnapshotTenant { own, tenant in
            try await tenant.receive(.initialPurchase())
            let claimed = try #require(try await own.claimPerson(at: start))
            let due = try await tenant.postpone(claimed, because: "busy", at: start)
            #expect(due == start.advanced(bySeconds: 2))
        }
    }

    @Test("the delay is never shorter than RevenueCat's Retry-After")
    func retryAfter() async throws {
        try await withSnapshotTenant { own, tenant in
            try await tenant.receive(.initialPurchase())
            let claimed = try #require(try await own.claimPerson(at: start))
            let due = try await tenant.postpone(
                claimed, retryAfterMilliseconds: 300_000, at: start)
            #expect(due == start.advanced(bySeconds: 300))
        }
    }

    @Test("a wait for the budget is no attempt and adds no delay")
    func turn() async throws {
        try await withSnapshotTenant { own, tenant in
            try await tenant.receive(.initialPurchase())
            for _ in 0..<3 {
                let claimed = try #require(try await own.claimPerson(at: start))
                #expect(claimed.attempts == 1)
                let due = try await tenant.postpone(
                    claimed, isSetback: false, retryAfterMilliseconds: 500, at: start)
                #expect(due == start.advanced(byMilliseconds: 500))
                try await own.administer(
                    "update entitlements.snapshot_queue set due_at = now()")
            }
        }
    }

    @Test("an event makes a postponed app user due, and a leased one due again")
    func eventMeanwhile() async throws {
        try await withSnapshotTenant { own, tenant in
            try await tenant.receive(.initialPurchase())
            let claimed = try #require(try await own.claimPerson())
            _ = try await tenant.postpone(claimed, retryAfterMilliseconds: 300_000)
            #expect(try await own.claimPerson() == nil)
            try await tenant.receive(.renewal(purchasedAt: "2026-12-01T10:00:00Z"))
            let again = try #require(try await own.claimPerson())

            try await tenant.receive(.renewal(purchasedAt: "2026-12-31T10:00:00Z"))
            #expect(try await tenant.postpone(again) == nil)
            #expect(try await own.claimPerson() != nil)
        }
    }

    @Test("of two simultaneous postponements of a claim, one counts")
    func raced() async throws {
        try await withSnapshotTenant { own, tenant in
            try await tenant.receive(.initialPurchase())
            let claimed = try #require(try await own.claimPerson())
            async let one = tenant.postpone(claimed)
            async let other = tenant.postpone(claimed)
            let due = try await [one, other].compactMap(\.self)
            #expect(due.count == 1)
        }
    }
}

extension TestTenant {
    /// The next due time, or nil if the claim is no longer valid.
    func postpone(
        _ claimed: ClaimSnapshot.Row, because reason: String = "unavailable",
        isSetback: Bool = true,
        retryAfterMilliseconds: Int32 = 0, at moment: Timestamp? = nil
    ) async throws -> Timestamp? {
        try await database.call(
            PostponeSnapshot(
                appUserUUID: claimed.appUserUUID, claimID: claimed.claimID,
                reason: reason, isSetback: isSetback,
                retryAfterMilliseconds: retryAfterMilliseconds, asOf: moment),
            in: id
        ).first?.dueAt
    }
}
