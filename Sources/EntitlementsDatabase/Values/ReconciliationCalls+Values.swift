package import Entitlements
package import FoundationEssentials
import Postgres

extension AddSnapshots {
    package static let isCancellable = false

    /// The most snapshots of one call.
    package static let maximumSnapshots = 64

    package init(
        _ snapshots: [JSONValue], receivedAt: Timestamp? = nil, isDryRun: Bool = false,
        runID: UUID? = nil
    ) {
        self.init(
            snapshots: snapshots.map { JSONBText(bytes: $0.bytes) }, receivedAt: receivedAt,
            isDryRun: isDryRun, runID: runID)
    }

    /// The differences of each snapshot of a call, in their order.
    ///
    /// Nil for a stranger's: RevenueCat created the customer after the first event about them.
    package static func outcomes(of rows: [Row]) -> [Result<[Drift]?, any Error>] {
        var outcomes: [Result<[Drift]?, any Error>] = []
        for row in rows {
            if row.number > outcomes.count { outcomes.append(outcome(of: row)) }
            guard let drift = row.drift, case .success(let others?)? = outcomes.last
            else { continue }
            outcomes[outcomes.count - 1] = .success(others + [drift])
        }
        return outcomes
    }

    private static func outcome(of row: Row) -> Result<[Drift]?, any Error> {
        switch row.outcome {
        case "unknown": return .success(nil)
        case "failed":
            let reason = row.failure ?? ""
            guard let code = reason.split(separator: " ").last.map(String.init),
                let known = ErrorCode(rawValue: code)
            else { return .failure(SnapshotFailed(reason: reason)) }
            return .failure(Failure(known, "RevenueCat's answer cannot be read."))
        default: return .success([])
        }
    }
}

extension AddSnapshots.Row {
    /// Nil for a snapshot without differences.
    package var drift: Drift? { Drift(self) }
}

/// A snapshot failed for a reason that is no refusal: a defect of ours.
package struct SnapshotFailed: Error, CustomStringConvertible {
    package let reason: String

    package var description: String { "the snapshot failed: \(reason)" }
}

/// Why no request to RevenueCat is allowed for some seconds, as SQL has it.
package enum UpstreamPause: String, Sendable {
    /// RevenueCat's limit on requests is used up.
    case rateLimited = "rate_limited"
    /// RevenueCat is down.
    case unavailable
    /// RevenueCat refuses the key, or the key cannot be opened. It ends with the key.
    case keyUnusable = "key_unusable"
}

extension PauseUpstream {
    package init(
        seconds: Int32, reason: UpstreamPause, sealedKey: [UInt8]? = nil, asOf: Timestamp? = nil
    ) {
        self.init(seconds: seconds, reason: reason.rawValue, sealedKey: sealedKey, asOf: asOf)
    }
}

extension TakeUpstreamRequests.Row {
    /// Why none is allowed; nil if only the budget is spent.
    package var pause: UpstreamPause? { pauseReason.flatMap(UpstreamPause.init) }
}

extension StartRun {
    /// The run stops if more than this percentage of the recently read app users lost access.
    package static let usualLostPercent: Int32 = 50
}
