package import Entitlements
package import EntitlementsDatabase
package import FoundationEssentials
import Synchronization

/// Writes down snapshots that say what was said before: those that come while some of the same run
/// are being written go together into the next transaction.
///
/// One that comes alone goes alone, at once.
package final class RepeatedSnapshots: Sendable {
    /// Enough to share what a transaction costs; few enough to hold nobody for long.
    package static let maximumPerCall = 64

    private struct Run: Hashable {
        let tenant: TenantID
        let runID: UUID
    }

    private struct Waiting {
        let snapshot: Snapshot
        let continuation: CheckedContinuation<Part, Never>
    }

    private enum Part {
        /// Write down one's own, and these.
        case writing(for: [Waiting])
        case written(isRepeated: Bool)
    }

    private let database: Database
    /// Who waits, for each run of which some are being written.
    private let waiting = Mutex([Run: [Waiting]]())

    package init(database: Database) {
        self.database = database
    }

    /// Whether the snapshot is one of these, and is written down.
    ///
    /// Where that cannot be told it is not: then it is added as any other, by itself, and whatever
    /// is wrong is nobody else's trouble.
    package func add(
        _ snapshot: Snapshot, of tenant: TenantID, for runID: UUID
    ) async -> Bool {
        let run = Run(tenant: tenant, runID: runID)
        switch await join(run, with: snapshot) {
        case .written(let isRepeated): return isRepeated
        case .writing(let others):
            let snapshots = [snapshot] + others.map(\.snapshot)
            let written = await write(snapshots, for: run)
            giveWay(run)
            for (number, other) in others.enumerated() {
                other.continuation.resume(
                    returning: .written(isRepeated: written.contains(number + 1)))
            }
            return written.contains(0)
        }
    }
}

extension RepeatedSnapshots {
    private func join(_ run: Run, with snapshot: Snapshot) async -> Part {
        await withCheckedContinuation { continuation in
            let isFirst = waiting.withLock { waiting in
                guard waiting[run] != nil else {
                    waiting[run] = []
                    return true
                }
                waiting[run]?.append(Waiting(snapshot: snapshot, continuation: continuation))
                return false
            }
            if isFirst { continuation.resume(returning: .writing(for: [])) }
        }
    }

    /// Has the first who waits write for those behind them.
    private func giveWay(_ run: Run) {
        let next: (first: Waiting, others: [Waiting])? = waiting.withLock { waiting in
            guard let queue = waiting[run], let first = queue.first else {
                waiting[run] = nil
                return nil
            }
            let others = queue.dropFirst().prefix(Self.maximumPerCall - 1)
            waiting[run] = Array(queue.dropFirst(1 + others.count))
            return (first, Array(others))
        }
        guard let next else { return }
        next.first.continuation.resume(returning: .writing(for: next.others))
    }

    /// Which of them are written down now.
    private func write(_ snapshots: [Snapshot], for run: Run) async -> Set<Int> {
        let call = RepeatSnapshots(snapshots: snapshots.map(\.json), runID: run.runID)
        // Of what failed nothing was written; or it was, and adding it again changes nothing.
        let rows = try? await database.call(call, in: run.tenant)
        return Set((rows ?? []).map { Int($0.place) - 1 })
    }
}
