package import Entitlements
package import EntitlementsDatabase
package import FoundationEssentials
import Testing

extension TestTenant {
    /// Adds a snapshot and returns its drift.
    @discardableResult
    package func add(
        _ snapshot: TestSnapshot, receivedAt: Timestamp? = nil, isDryRun: Bool = false,
        of run: UUID? = nil
    ) async throws -> [Drift] {
        try await add(
            snapshot.json, receivedAt: receivedAt ?? snapshot.readAt, isDryRun: isDryRun, of: run)
    }

    /// Adds a snapshot and returns its drift.
    ///
    /// Throws if it failed or was refused.
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

    /// Adds snapshots in one call, and returns a row for each outcome and its drift.
    package func addAll(
        _ snapshots: [JSONValue], receivedAt: Timestamp? = nil, isDryRun: Bool = false,
        of run: UUID? = nil
    ) async throws -> [AddSnapshots.Row] {
        try await database.call(
            AddSnapshots(
                snapshots, receivedAt: receivedAt, isDryRun: isDryRun, runID: run),
            in: id)
    }

    /// Adds snapshots and returns the positions of those equal to the last one.
    ///
    /// The default time of receipt is that of the latest snapshot.
    package func `repeat`(
        _ snapshots: TestSnapshot..., receivedAt: Timestamp? = nil, of run: UUID? = nil
    ) async throws -> [Int32] {
        try await addAll(
            snapshots.map(\.json), receivedAt: receivedAt ?? snapshots.map(\.readAt).max(), of: run
        ).filter { $0.outcome == "repeated" }.map(\.number)
    }
}
