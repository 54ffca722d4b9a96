import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import TestSupport
import Testing

@Suite("list_drift")
struct ListDriftTests {
    private let start: Timestamp = "2096-11-02T00:00:00Z"

    @Test("drift of one run is listed once, in pages, oldest first")
    func pages() async throws {
        let tenant = try await TestTenant.takingSnapshots()
        try await tenant.addPeople(5)
        let other = try await tenant.startPreparedRun()
        try await tenant.add(bought(by: "u_5", at: start), in: other)
        try await tenant.cancel(other)
        let run = try await tenant.startPreparedRun()
        // Two are found at one moment.
        for (number, second) in [(4, 1), (2, 2), (1, 2), (3, 3)] as [(Int, Int64)] {
            try await tenant.add(
                bought(by: "u_\(number)", at: start.advanced(bySeconds: second)), in: run)
        }
        var listed: [ListDrift.Row] = []
        while true {
            let page = try await tenant.drift(of: run, limit: 1, after: listed.last)
            if page.isEmpty { break }
            listed += page
        }
        let found = listed
        #expect(found.map(\.appUserID).sorted() == ["u_1", "u_2", "u_3", "u_4"])
        #expect(found.first?.appUserID == "u_4")
        #expect(found.last?.appUserID == "u_3")
        #expect(try await tenant.drift(of: run).map(\.driftID) == found.map(\.driftID))
        #expect(try await tenant.drift(of: other).map(\.appUserID) == ["u_5"])
    }

    @Test("a listed difference equals the one that add_snapshots returned")
    func difference() async throws {
        let tenant = try await TestTenant.takingSnapshots()
        try await tenant.addPeople(1)
        for isDryRun in [true, false] {
            let run = try await tenant.startRun("user", of: "u_1", isDryRun: isDryRun)
            let found = try await tenant.add(
                bought(by: "u_1", at: start), in: run, isDryRun: isDryRun
            ).first
            let row = try #require(try await tenant.drift(of: run).first)
            #expect(row.foundAt == start)
            let listed = row
            #expect(listed.driftID == found?.driftID)
            // A dry run adds no purchase.
            #expect((listed.purchaseID == nil) == isDryRun)
            #expect(listed.purchaseID == found?.purchaseID)
            #expect(listed.environment == "production")
            #expect(listed.productID == RevenueCatEvent.defaultProduct)
            #expect(listed.before == nil)
            #expect(listed.after == found?.after)
            #expect(listed.after != nil)
            #expect(listed.cause == found?.cause)
            try await tenant.cancel(run)
        }
    }

    @Test("drift of an unknown or another tenant's run is not found")
    func notThere() async throws {
        let tenant = try await TestTenant.takingSnapshots()
        let run = try await tenant.startRun()
        #expect(try await tenant.drift(of: run).isEmpty)
        let other = try await TestTenant.takingSnapshots()
        await expectFailure(.runNotFound) { try await other.drift(of: run) }
        await expectFailure(.runNotFound) { try await tenant.drift(of: UUID()) }
    }

    /// A snapshot with an unknown purchase.
    private func bought(by appUserID: String, at moment: Timestamp) -> TestSnapshot {
        TestSnapshot(of: appUserID, at: moment).listing(
            .like(.initialPurchase(appUserID: appUserID, purchasedAt: "2096-11-01T00:00:00Z")))
    }
}

extension TestTenant {
    fileprivate func drift(
        of run: UUID, limit: Int32 = 100, after last: ListDrift.Row? = nil
    ) async throws -> [ListDrift.Row] {
        try await database.call(
            ListDrift(
                runID: run, pageLimit: limit, afterFoundAt: last?.foundAt,
                afterDriftID: last?.driftID),
            in: id)
    }
}
