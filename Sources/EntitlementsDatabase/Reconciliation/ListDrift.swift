package import Entitlements
package import FoundationEssentials
package import Postgres

/// Returns a page of the differences that a run found, in the order they were found.
///
/// `afterFoundAt` and `afterDriftID` are those of the last row of the previous page. Fails with
/// `run_not_found`.
package struct ListDrift: TenantCall {
    package static let function = "list_drift"
    package static let access = FunctionAccess.read
    package static let parameters: [Parameter<Self>] = [
        Parameter("run_id", \.runID),
        Parameter("page_limit", \.pageLimit),
        Parameter("after_found_at", \.afterFoundAt),
        Parameter("after_drift_id", \.afterDriftID),
    ]
    package static let columns = Drift.columns + [Column("found_at", .timestamptz)]

    package struct Row: Sendable {
        package let difference: Drift
        package let foundAt: Timestamp
    }

    package let runID: UUID
    package let pageLimit: Int32
    package let afterFoundAt: Timestamp?
    package let afterDriftID: UUID?

    package init(
        runID: UUID, pageLimit: Int32, afterFoundAt: Timestamp? = nil, afterDriftID: UUID? = nil
    ) {
        self.runID = runID
        self.pageLimit = pageLimit
        self.afterFoundAt = afterFoundAt
        self.afterDriftID = afterDriftID
    }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        guard let difference = try Drift(decoding: &row) else {
            throw .decoding("A row of drift has no id.")
        }
        return Row(difference: difference, foundAt: try row.next())
    }
}
