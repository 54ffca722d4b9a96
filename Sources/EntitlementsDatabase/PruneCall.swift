package import Postgres

/// A call of the worker that deletes what is no longer needed.
package protocol PruneCall: CrossTenantCall where Row == PrunedRows {
    /// How many rows one call deletes at most, of each of its tables, so that locks are short.
    var maximum: Int32 { get }
}

package struct PrunedRows: Sendable {
    package let pruned: Int64
}

extension PruneCall {
    package static var columns: [Field] { [Field("pruned", .int8)] }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> PrunedRows {
        PrunedRows(pruned: try row.next())
    }
}

extension Database {
    /// Repeats the call until it finds no more than it may delete at once.
    package func prune(_ call: some PruneCall) async throws {
        while try await callOne(call).pruned >= Int64(call.maximum) {}
    }
}
