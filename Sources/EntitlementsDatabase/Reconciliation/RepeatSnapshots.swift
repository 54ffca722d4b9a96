package import Entitlements
package import FoundationEssentials
package import Postgres

/// Writes down those of many snapshots that say what the last one of the same person said, where
/// nothing happened since that they could change.
///
/// It comes to what adding them does, which found no drift. Nothing is written of the others, among
/// them whatever cannot be read: they are for `AddSnapshot`.
package struct RepeatSnapshots: TenantCall {
    package static let function = "repeat_snapshots"
    package static let access = FunctionAccess.write
    package static let parameters = [
        Parameter("snapshots", .jsonb),
        Parameter("received_at", .timestamptz),
        Parameter("run_id", .uuid),
    ]
    package static let columns = [Column("place", .int4)]

    package struct Row: Sendable {
        /// Of a snapshot that was written down, among those that were passed: the first is 1.
        package let place: Int32
    }

    package let snapshots: JSONBText
    package let receivedAt: Timestamp?
    package let runID: UUID?

    package init(snapshots: [JSONValue], receivedAt: Timestamp? = nil, runID: UUID? = nil) {
        self.snapshots = JSONBText(bytes: JSONValue.array(snapshots).bytes)
        self.receivedAt = receivedAt
        self.runID = runID
    }

    package func encode(into arguments: inout Arguments) throws(PostgresError) {
        try arguments.append(snapshots)
        try arguments.append(receivedAt)
        try arguments.append(runID)
    }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(place: try row.next())
    }
}
