import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import RevenueCat

/// Stores snapshots in sets: those of one tenant and run that arrive during a call form the next.
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

    /// Returns the drift, after the commit; nil if the snapshot is of a stranger.
    func add(_ snapshot: Snapshot, for reason: Reason) async throws -> [Drift]? {
        try await gatherer.submit(snapshot.json, for: reason).get()
    }
}
