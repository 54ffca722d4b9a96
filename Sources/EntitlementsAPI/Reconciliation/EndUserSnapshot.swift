import EntitlementsDatabase
import Reconciliation

/// Reads end users from RevenueCat at their own request, each at most once in ten seconds.
///
/// End users may ask as often as they like, but the tenant's RevenueCat budget is shared. A
/// repeated request gets the last result.
struct EndUserSnapshot: Sendable {
    private let snapshots: SharedSnapshots
    private let recent = ExpiringCache<EndUser, SnapshotReader.Outcome>(
        lifetime: .seconds(10), maximumEntries: 10_000, now: monotonicTime)

    init(_ snapshots: SharedSnapshots) {
        self.snapshots = snapshots
    }

    func read(_ me: EndUser) async throws -> SnapshotReader.Outcome {
        let outcome = try await recent.value(for: me) {
            try await snapshots.read(me.appUserID, of: me.tenant)
        }
        return outcome ?? .notConfigured
    }
}
