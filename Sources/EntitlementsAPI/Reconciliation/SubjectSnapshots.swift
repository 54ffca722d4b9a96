import Entitlements
import EntitlementsDatabase
import Reconciliation

/// Reads the app users of requests from RevenueCat; each end user only a few times in a minute.
///
/// The tenant's RevenueCat budget is shared, so one phone must not spend it.
struct SubjectSnapshots: Sendable {
    static let maximumPerMinute = 10

    private let snapshots: SharedSnapshots
    private let rates = EndUserRates()
    private let findings = ExpiringCache<EndUser, SnapshotReader.Outcome>(
        lifetime: .seconds(10), maximumEntries: 10_000, now: monotonicTime)

    init(_ snapshots: SharedSnapshots) {
        self.snapshots = snapshots
    }

    /// Reads for a restore; an end user's repeated request gets the changes again, for ten seconds.
    ///
    /// Only a reading with changes is reused: after another one, a purchase may have followed.
    /// Throws `too_many_requests`.
    func restore(_ subject: Subject) async throws -> SnapshotReader.Outcome {
        guard let me = subject.endUser else { return try await readUncounted(subject) }
        var outcome = SnapshotReader.Outcome.notConfigured
        let finding = try await findings.value(for: me) {
            outcome = try await read(subject)
            guard case .read(let drift) = outcome, !drift.isEmpty else { return nil }
            return outcome
        }
        return finding ?? outcome
    }

    /// Reads the app user now, or joins a reading; throws `too_many_requests`.
    func read(_ subject: Subject) async throws -> SnapshotReader.Outcome {
        if let me = subject.endUser {
            try rates.take(by: me.appUserID, in: me.tenant, perMinute: Self.maximumPerMinute)
        }
        return try await readUncounted(subject)
    }

    /// Does the same for a request that is counted otherwise.
    func readUncounted(_ subject: Subject) async throws -> SnapshotReader.Outcome {
        try await snapshots.read(subject.appUserID, of: subject.tenant)
    }
}
