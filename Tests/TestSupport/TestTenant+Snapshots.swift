package import Entitlements
package import EntitlementsDatabase
package import FoundationEssentials
import Testing

extension TestTenant {
    /// Adds a snapshot as whoever read it does, and answers the drift that it found.
    @discardableResult
    package func add(
        _ snapshot: TestSnapshot, receivedAt: Timestamp? = nil, isDryRun: Bool = false,
        of run: UUID? = nil
    ) async throws -> [Drift] {
        try await add(
            snapshot.json, receivedAt: receivedAt ?? snapshot.readAt, isDryRun: isDryRun, of: run)
    }

    /// Throws where the snapshot failed, or is of a stranger.
    @discardableResult
    package func add(
        _ snapshot: JSONValue, receivedAt: Timestamp? = nil, isDryRun: Bool = false,
        of run: UUID? = nil
    ) async throws -> [Drift] {
        let rows = try await addAll(
            [snapshot], receivedAt: receivedAt, isDryRun: isDryRun, of: run)
        guard let drift = try #require(AddSnapshots.outcomes(of: rows).first).get() else {
            throw Failure(.appUserNotFound, "The snapshot is of a stranger.")
        }
        return drift
    }

    /// The rows of one call: of each snapshot what became of it, and its drift.
    package func addAll(
        _ snapshots: [JSONValue], receivedAt: Timestamp? = nil, isDryRun: Bool = false,
        of run: UUID? = nil
    ) async throws -> [AddSnapshots.Row] {
        try await database.call(
            AddSnapshots(
                snapshots, receivedAt: receivedAt, isDryRun: isDryRun, runID: run),
            in: id)
    }

    /// The places of the snapshots that said what the last one said; all are added, and received
    /// when the latest was read, unless a test says otherwise.
    package func `repeat`(
        _ snapshots: TestSnapshot..., receivedAt: Timestamp? = nil, of run: UUID? = nil
    ) async throws -> [Int32] {
        try await addAll(
            snapshots.map(\.json), receivedAt: receivedAt ?? snapshots.map(\.readAt).max(), of: run
        ).filter { $0.outcome == "repeated" }.map(\.number)
    }
}
