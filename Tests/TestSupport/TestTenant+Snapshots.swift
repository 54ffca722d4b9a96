package import Entitlements
package import EntitlementsDatabase
package import FoundationEssentials

extension TestTenant {
    /// Adds a snapshot as whoever read it does, and answers the drift that it found.
    @discardableResult
    package func add(
        _ snapshot: TestSnapshot, receivedAt: Timestamp? = nil, isDryRun: Bool = false
    ) async throws -> [AddSnapshot.Row] {
        try await database.call(
            AddSnapshot(
                snapshot: snapshot.json, receivedAt: receivedAt ?? snapshot.readAt,
                isDryRun: isDryRun),
            in: id)
    }

    /// The places of the snapshots that were written down because they say what was said before;
    /// all are received when the latest was read, unless a test says otherwise.
    package func `repeat`(
        _ snapshots: TestSnapshot..., receivedAt: Timestamp? = nil, of run: UUID? = nil
    ) async throws -> [Int32] {
        try await database.call(
            RepeatSnapshots(
                snapshots: snapshots.map(\.json),
                receivedAt: receivedAt ?? snapshots.map(\.readAt).max(), runID: run),
            in: id
        ).map(\.place).sorted()
    }

    /// Adds a snapshot as a run does: for the most part it only says again what was said.
    @discardableResult
    package func addOfRun(
        _ snapshot: TestSnapshot, receivedAt: Timestamp? = nil
    ) async throws -> [AddSnapshot.Row] {
        let repeated = try await `repeat`(snapshot, receivedAt: receivedAt ?? snapshot.readAt)
        return repeated.isEmpty ? try await add(snapshot, receivedAt: receivedAt) : []
    }
}
