import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import RevenueCat

/// Stores snapshots in sets: those of one tenant and run that arrive during a call form the next.
struct SnapshotIntake: Sendable {
    typealias Sets = Gatherer<Reason, JSONValue, Result<[Drift]?, any Error>>

    struct Reason: Hashable {
        let tenant: TenantID
        let runID: UUID?
        let isDryRun: Bool
    }

    /// A call costs Postgres as much as eight of its repeated snapshots, and no caller waits for
    /// one of a run.
    static let snapshotsToCallBeside = 16

    private let ofRuns: Sets
    private let others: Sets

    init(database: Database) {
        ofRuns = Self.sets(in: database, itemsToCallBeside: Self.snapshotsToCallBeside)
        others = Self.sets(in: database, itemsToCallBeside: 1)
    }

    private static func sets(in database: Database, itemsToCallBeside: Int) -> Sets {
        var limits = Sets.Limits(itemsPerCall: AddSnapshots.maximumSnapshots)
        limits.itemsToCallBeside = itemsToCallBeside
        return Gatherer(limits: limits) { reason, snapshots in
            try await database.callSet(snapshots, in: reason.tenant) {
                AddSnapshots($0, isDryRun: reason.isDryRun, runID: reason.runID)
            } outcomes: {
                AddSnapshots.outcomes(of: $0)
            }
        }
    }

    func sets(for reason: Reason) -> Sets { reason.runID == nil ? others : ofRuns }

    /// Returns the drift, after the commit; nil if the snapshot is of a stranger.
    func add(_ snapshot: Snapshot, for reason: Reason) async throws -> [Drift]? {
        try await sets(for: reason).submit(snapshot.json, for: reason).get()
    }
}
