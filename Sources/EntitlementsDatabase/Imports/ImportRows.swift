package import Entitlements
package import Postgres

/// Imports rows of an app's past, and returns what became of each, in their order.
///
/// A dry run returns the same and stores nothing. A row that is refused harms no other.
package struct ImportRows: TenantCall {
    package static let function = "import_rows"
    package static let access = FunctionAccess.write
    package static let parameters: [Parameter<Self>] = [
        Parameter("rows", \.rows),
        Parameter("is_dry_run", \.isDryRun),
        Parameter("as_of", \.asOf),
    ]
    package static let columns = [
        Column("number", .int4), Column("outcome", .text), Column("code", .text),
        Column("detail", .text),
    ]

    /// The most rows of one call.
    package static let maximumRows = 1_024

    package enum Outcome: String, Sendable {
        case imported
        /// Imported before, or RevenueCat's word counts.
        case known
        case refused
    }

    package struct Row: Sendable {
        package let outcome: Outcome
        /// The code of a refusal.
        package let code: String?
        package let detail: String?

        package init(outcome: Outcome, code: String?, detail: String?) {
            self.outcome = outcome
            self.code = code
            self.detail = detail
        }
    }

    package let rows: [JSONBText]
    package let isDryRun: Bool
    package let asOf: Timestamp?

    /// Each row is an object with the columns of `entitlements.import_row`.
    package init(_ rows: [JSONValue], isDryRun: Bool, asOf: Timestamp? = nil) {
        self.rows = rows.map { JSONBText(bytes: $0.bytes) }
        self.isDryRun = isDryRun
        self.asOf = asOf
    }

    package static func decode(_ row: inout Cells) throws(PostgresError) -> Row {
        let _: Int32 = try row.next()
        let outcome: String = try row.next()
        return Row(
            outcome: Outcome(rawValue: outcome) ?? .refused, code: try row.nextIfPresent(),
            detail: try row.nextIfPresent())
    }
}
