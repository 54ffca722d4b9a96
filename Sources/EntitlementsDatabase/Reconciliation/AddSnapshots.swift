package import Entitlements
package import FoundationEssentials
package import Postgres

/// Adds snapshots of one tenant as evidence, and returns how they differed from the stored state.
///
/// Idempotent. A dry run returns the same rows and stores them as a dry run's, and changes nothing
/// else. A snapshot that fails does not affect the others.
package struct AddSnapshots: TenantCall {
    package static let function = "add_snapshots"
    package static let access = FunctionAccess.write
    package static let isCancellable = false
    package static let parameters: [Parameter<Self>] = [
        Parameter("snapshots", \.snapshots),
        Parameter("received_at", \.receivedAt),
        Parameter("dry_run", \.isDryRun),
        Parameter("run_id", \.runID),
    ]
    package static let columns =
        [Column("number", .int4), Column("outcome", .text), Column("failure", .text)]
        + Drift.columns

    /// The most snapshots of one call.
    package static let maximumSnapshots = 64

    /// One difference, or a snapshot without any: each snapshot has at least one row.
    package struct Row: Sendable {
        /// The snapshot's place in the call, from 1.
        package let number: Int32
        /// `read`, `repeated`, `known`, `unknown` or `failed`.
        package let outcome: String
        /// The SQLSTATE and the code of a snapshot that failed.
        package let failure: String?
        package let drift: Drift?
    }

    package let snapshots: [JSONBText]
    package let receivedAt: Timestamp?
    package let isDryRun: Bool
    package let runID: UUID?

    package init(
        _ snapshots: [JSONValue], receivedAt: Timestamp? = nil, isDryRun: Bool = false,
        runID: UUID? = nil
    ) {
        self.snapshots = snapshots.map { JSONBText(bytes: $0.bytes) }
        self.receivedAt = receivedAt
        self.isDryRun = isDryRun
        self.runID = runID
    }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(
            number: try row.next(),
            outcome: try row.next(),
            failure: try row.nextIfPresent(),
            drift: try Drift(decoding: &row)
        )
    }
}

extension AddSnapshots {
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

/// A snapshot failed for a reason that is no refusal: a defect of ours.
package struct SnapshotFailed: Error, CustomStringConvertible {
    package let reason: String

    package var description: String { "the snapshot failed: \(reason)" }
}
