import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import RevenueCat

/// Hands snapshots to the database: those of one tenant, read for one run or for none, that are
/// read while a call is under way go together with the next.
struct SnapshotIntake: Sendable {
    struct Reason: Hashable {
        let tenant: TenantID
        let runID: UUID?
        let isDryRun: Bool
    }

    let gatherer: Gatherer<Reason, JSONValue, Result<[Drift]?, any Error>>

    init(database: Database) {
        gatherer = Gatherer(limits: .init(itemsPerCall: AddSnapshots.maximumSnapshots)) {
            reason, snapshots in
            try await database.callSet(snapshots, in: reason.tenant) {
                AddSnapshots($0, isDryRun: reason.isDryRun, runID: reason.runID)
            } outcomes: {
                AddSnapshots.outcomes(of: $0)
            }
        }
    }

    /// What differed from what we believed, after the commit of the call that held the snapshot.
    ///
    /// Nil where it is of a stranger.
    func add(_ snapshot: Snapshot, for reason: Reason) async throws -> [Drift]? {
        try await gatherer.submit(snapshot.json, for: reason).get()
    }
}
