import Entitlements
import EntitlementsDatabase
import Reconciliation

/// Reads end users from RevenueCat at their own request, each a few times in a minute.
///
/// The tenant's RevenueCat budget is shared, so one phone must not spend it.
struct EndUserSnapshot: Sendable {
    static let maximumPerMinute = 10

    private let snapshots: SharedSnapshots
    private let rates = EndUserRates()
    private let findings = ExpiringCache<EndUser, SnapshotReader.Outcome>(
        lifetime: .seconds(10), maximumEntries: 10_000, now: monotonicTime)

    init(_ snapshots: SharedSnapshots) {
        self.snapshots = snapshots
    }

    /// Reads for a restore; a repeated request gets the changes again, for ten seconds.
    ///
    /// Only a reading with changes is reused: after another one, a purchase may have followed.
    /// Throws `too_many_requests`.
    func restore(_ me: EndUser) async throws -> SnapshotReader.Outcome {
        var outcome = SnapshotReader.Outcome.notConfigured
        let finding = try await findings.value(for: me) {
            outcome = try await read(me)
            guard case .read(let drift) = outcome, !drift.isEmpty else { return nil }
            return outcome
        }
        return finding ?? outcome
    }

    /// Reads the end user now, or joins a reading; throws `too_many_requests`.
    func read(_ me: EndUser) async throws -> SnapshotReader.Outcome {
        try rates.take(by: me.appUserID, in: me.tenant, perMinute: Self.maximumPerMinute)
        return try await readUncounted(me)
    }

    /// Does the same for a request that is counted otherwise.
    func readUncounted(_ me: EndUser) async throws -> SnapshotReader.Outcome {
        try await snapshots.read(me.appUserID, of: me.tenant)
    }
}
