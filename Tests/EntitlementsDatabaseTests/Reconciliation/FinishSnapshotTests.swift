import EntitlementsDatabase
import TestSupport
import Testing

@Suite("finish_snapshot")
struct FinishSnapshotTests {
    @Test("an app user is removed from the snapshot queue once")
    func finished() async throws {
        try await withSnapshotTenant { own, tenant in
            try await tenant.receive(.initialPurchase())
            let claimed = try #require(try await own.claimPerson())
            #expect(try await tenant.finish(claimed))
            #expect(try await !tenant.finish(claimed))
            #expect(try await own.ask("select count(*) from entitlements.snapshot_queue") == "0")
        }
    }

    @Test("an event during the request makes the app user due again at once")
    func queuedAgain() async throws {
        try await withSnapshotTenant { own, tenant in
            try await tenant.receive(.initialPurchase())
            let claimed = try #require(try await own.claimPerson())
            try await tenant.receive(.renewal(purchasedAt: "2026-12-01T10:00:00Z"))
            #expect(try await !tenant.finish(claimed))
            let again = try #require(try await own.claimPerson())
            #expect(again.appUserUUID == claimed.appUserUUID)
            #expect(try await tenant.finish(again))
        }
    }

    @Test("a worker whose lease was taken over finishes nothing")
    func takenOver() async throws {
        try await withSnapshotTenant { own, tenant in
            try await tenant.receive(.initialPurchase())
            let slow = try #require(try await own.claimPerson())
            try await own.administer("update entitlements.snapshot_queue set due_at = now()")
            let quick = try #require(try await own.claimPerson())
            #expect(try await !tenant.finish(slow))
            #expect(try await tenant.finish(quick))
        }
    }

    @Test("an event that races with the finish is not lost")
    func raced() async throws {
        try await withSnapshotTenant { own, tenant in
            for round in Int64(1)...20 {
                try await tenant.receive(
                    .renewal(
                        purchasedAt: RevenueCatEvent.defaultPurchase.advanced(byDays: 30 * round)))
                let claimed = try #require(try await own.claimPerson())
                async let isFinished = tenant.finish(claimed)
                async let received = tenant.receive(
                    .cancellation(
                        at: RevenueCatEvent.defaultPurchase.advanced(byDays: 30 * round + 1)))
                _ = try await (isFinished, received)
                // The event comes after the claim, in either order.
                let again = try #require(try await own.claimPerson())
                #expect(try await tenant.finish(again))
            }
        }
    }

    @Test("another tenant finishes nothing")
    func otherTenant() async throws {
        try await withSnapshotTenant { own, tenant in
            let other = try await TestTenant.takingSnapshots(in: own.database)
            try await tenant.receive(.initialPurchase())
            let claimed = try #require(try await own.claimPerson())
            #expect(try await !other.finish(claimed))
            #expect(try await tenant.finish(claimed))
        }
    }
}

extension TestTenant {
    func finish(_ claimed: ClaimSnapshot.Row) async throws -> Bool {
        try await database.callOne(
            FinishSnapshot(appUserUUID: claimed.appUserUUID, claimID: claimed.claimID), in: id
        ).isFinished
    }
}
