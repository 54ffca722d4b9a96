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

    let gatherer: Gatherer<Reason, JSONValue, AddSnapshots.Outcome>

    init(database: Database) {
        gatherer = Gatherer(limits: .init(itemsPerCall: AddSnapshots.maximumSnapshots)) {
            try await Self.add($1, for: $0, database)
        }
    }

    /// What differed from what we believed, after the commit of the call that held the snapshot.
    ///
    /// Nil where it is of a stranger.
    func add(_ snapshot: Snapshot, for reason: Reason) async throws -> [Drift]? {
        switch try await gatherer.submit(snapshot.json, for: reason) {
        case .read(let drift): drift
        case .unknown: nil
        case .failed(let error): throw error
        }
    }

    /// Where a set takes longer than a statement may, or Postgres cannot read all of it, each of
    /// its snapshots is added alone.
    private static func add(
        _ snapshots: [JSONValue], for reason: Reason, _ database: Database
    ) async throws -> [AddSnapshots.Outcome] {
        let call = AddSnapshots(snapshots, isDryRun: reason.isDryRun, runID: reason.runID)
        guard snapshots.count > 1 else {
            return AddSnapshots.outcomes(of: try await database.call(call, in: reason.tenant))
        }
        do {
            if let rows = try await database.callInTime(call, in: reason.tenant) {
                return AddSnapshots.outcomes(of: rows)
            }
        } catch {
            guard !(error is Failure), !Task.isCancelled else { throw error }
        }
        var outcomes: [AddSnapshots.Outcome] = []
        for snapshot in snapshots {
            do {
                outcomes += try await add([snapshot], for: reason, database)
            } catch {
                outcomes.append(.failed(error))
            }
        }
        return outcomes
    }
}
