package import Entitlements
package import FoundationEssentials
package import Postgres

/// Adds what RevenueCat's REST API said of a person as evidence, and answers how it differed from
/// what we believed: a row of drift for each difference, none where we were right.
///
/// Adding the same reading again changes nothing. A dry run answers the same rows, which are kept
/// as those of a dry run, and changes nothing else. A snapshot that cannot be read is refused with
/// `snapshot_malformed`, and one of somebody whom RevenueCat has known for a shorter time than it
/// has told us of them with `app_user_not_found`.
package struct AddSnapshot: TenantCall {
    package static let function = "add_snapshot"
    package static let access = FunctionAccess.write
    package static let parameters = [
        Parameter("snapshot", .jsonb),
        Parameter("received_at", .timestamptz),
        Parameter("dry_run", .bool),
        Parameter("run_id", .uuid),
    ]
    package static let columns = [
        Column("drift_id", .uuid),
        Column("app_user_id", .text),
        Column("purchase_id", .uuid),
        Column("environment", .text),
        Column("product_id", .text),
        Column("before", .json),
        Column("after", .json),
        Column("access_affected", .bool),
        Column("cause", .text),
    ]

    /// One difference.
    package struct Row: Sendable {
        package let driftID: UUID
        /// The id that was asked about.
        package let appUserID: String
        /// Nil where it is about the person's ids, or a purchase that a dry run did not add.
        package let purchaseID: UUID?
        package let environment: String?
        package let productID: String?
        /// JSON text of the purchase, or of the people, as we had it; nil where we knew nothing.
        package let before: [UInt8]?
        /// JSON text, as it is now.
        package let after: [UInt8]?
        /// Whether somebody may do now what they could not before, or the other way round.
        package let accessAffected: Bool
        package let cause: String
    }

    package let snapshot: JSONBText
    package let receivedAt: Timestamp?
    package let isDryRun: Bool
    package let runID: UUID?

    package init(
        snapshot: JSONValue, receivedAt: Timestamp? = nil, isDryRun: Bool = false,
        runID: UUID? = nil
    ) {
        self.snapshot = JSONBText(bytes: snapshot.bytes)
        self.receivedAt = receivedAt
        self.isDryRun = isDryRun
        self.runID = runID
    }

    package func encode(into arguments: inout Arguments) throws(PostgresError) {
        try arguments.append(snapshot)
        try arguments.append(receivedAt)
        try arguments.append(isDryRun)
        try arguments.append(runID)
    }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        Row(
            driftID: try row.next(),
            appUserID: try row.next(),
            purchaseID: try row.nextIfPresent(),
            environment: try row.nextIfPresent(),
            productID: try row.nextIfPresent(),
            before: try row.nextIfPresent(JSONText.self)?.bytes,
            after: try row.nextIfPresent(JSONText.self)?.bytes,
            accessAffected: try row.next(),
            cause: try row.next()
        )
    }
}
