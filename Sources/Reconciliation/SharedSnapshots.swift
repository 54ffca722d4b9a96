package import Entitlements
package import EntitlementsDatabase
import Synchronization

/// Shares one snapshot among simultaneous requests for the same app user, in this process.
package final class SharedSnapshots: Sendable {
    /// The longest wait for the tenant's budget.
    package static let patienceSeconds = 2

    private struct AppUser: Hashable {
        let tenant: TenantID
        let appUserID: AppUserID
    }

    private struct Share: Sendable {
        let outcome: Result<SnapshotReader.Outcome, any Error>
        let writes: RequestWrites
    }

    private enum Part {
        case taking
        case waiting(AsyncStream<Share>)
    }

    private let snapshotReader: SnapshotReader
    /// The waiting callers of each snapshot in flight.
    private let snapshots = Mutex([AppUser: [AsyncStream<Share>.Continuation]]())

    package init(_ snapshotReader: SnapshotReader) {
        self.snapshotReader = snapshotReader
    }

    /// Joins a snapshot already in flight, or takes one.
    ///
    /// A snapshot that began before this call and found nothing new may miss what the caller
    /// reads for: then a second one follows. Throws if the database cannot be called, or on
    /// cancellation.
    package func read(
        _ appUserID: AppUserID, of tenant: TenantID
    ) async throws -> SnapshotReader.Outcome {
        let appUser = AppUser(tenant: tenant, appUserID: appUserID)
        var beganBefore = true
        while true {
            switch join(appUser) {
            case .taking:
                return try await read(appUser).outcome.get()
            case .waiting(let shares):
                for await share in shares {
                    share.writes.share()
                    let outcome = try share.outcome.get()
                    if !beganBefore || outcome.countsLater { return outcome }
                    // No other is in flight, so a snapshot that is joined now begins after this.
                    beganBefore = false
                }
                // Without a value, the other task or this one was cancelled: try again, or throw.
                try Task.checkCancellation()
            }
        }
    }

    private func join(_ appUser: AppUser) -> Part {
        snapshots.withLock { snapshots in
            guard snapshots[appUser] != nil else {
                snapshots[appUser] = []
                return .taking
            }
            let (shares, share) = AsyncStream.makeStream(
                of: Share.self, bufferingPolicy: .bufferingNewest(1))
            snapshots[appUser]?.append(share)
            return .waiting(shares)
        }
    }

    private func read(_ appUser: AppUser) async -> Share {
        var options = SnapshotReader.Options()
        options.isUrgent = true
        options.patience = .seconds(Self.patienceSeconds)
        let writes = RequestWrites()
        let outcome: Result<SnapshotReader.Outcome, any Error>
        do {
            outcome = .success(
                try await writes.collecting {
                    try await snapshotReader.read(appUser.appUserID, of: appUser.tenant, options)
                })
        } catch {
            outcome = .failure(error)
        }
        writes.share()
        let share = Share(outcome: outcome, writes: writes)
        let waiting = snapshots.withLock { $0.removeValue(forKey: appUser) ?? [] }
        for other in waiting {
            if !Task.isCancelled { other.yield(share) }
            other.finish()
        }
        return share
    }
}

extension SnapshotReader.Outcome {
    /// Whether it holds for a call that came during the reading, too.
    fileprivate var countsLater: Bool {
        switch self {
        case .read(let drift): !drift.isEmpty
        case .unknown, .notConfigured, .hindered(.projectNotRecognised): false
        case .hindered(let obstacle): !obstacle.isKeyUnusable
        }
    }
}
