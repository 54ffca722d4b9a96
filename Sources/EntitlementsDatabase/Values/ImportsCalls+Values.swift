package import Entitlements
import Postgres

extension ImportRows {
    /// The most rows of one call.
    package static let maximumRows = 1_024

    package enum Outcome: String, Sendable {
        case imported
        /// Imported before, or RevenueCat's word counts.
        case known
        case refused
    }

    /// Each row is an object with the columns of `entitlements.import_row`.
    package init(_ rows: [JSONValue], isDryRun: Bool, asOf: Timestamp? = nil) {
        self.init(
            rows: rows.map { JSONBText(bytes: $0.bytes) }, asOf: asOf, isDryRun: isDryRun)
    }
}

extension ImportRows.Row {
    /// What became of the row.
    package var result: ImportRows.Outcome { ImportRows.Outcome(rawValue: outcome) ?? .refused }
}
