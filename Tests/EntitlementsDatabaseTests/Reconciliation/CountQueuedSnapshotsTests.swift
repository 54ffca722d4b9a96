import EntitlementsDatabase
import TestSupport
import Testing

@Suite("count_queued_snapshots")
struct CountQueuedSnapshotsTests {
    @Test("app users that can be read are counted, with the age of the first")
    func counted() async throws {
        try await withSnapshotTenant { own, tenant in
            let keyless = try await TestTenant.create(in: own.database)
            let empty = try await own.database.callOne(CountQueuedSnapshots())
            #expect(empty.waiting == 0)
            #expect(empty.oldestSeconds == 0)

            try await keyless.receive(.initialPurchase())
            for id in ["u_1", "u_2"] { try await tenant.receive(.initialPurchase(appUserID: id)) }
            try await own.administer(
                "update entitlements.snapshot_queue set queued_at = queued_at - interval '90 s' "
                    + "where app_user_id = 'u_2'")
            let found = try await own.database.callOne(CountQueuedSnapshots())
            #expect(found.waiting == 2)
            #expect((90..<150).contains(found.oldestSeconds))
        }
    }
}
