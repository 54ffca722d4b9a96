import Entitlements
package import EntitlementsDatabase
import FoundationEssentials

/// The drift of a run as CSV (RFC 4180).
package enum DriftTable {
    package static let csvHeader =
        "found_at,app_user_id,purchase_id,environment,product_id,cause,access_affected,"
        + "before,after\r\n"

    /// Returns one row in the header's order, with its line end.
    package static func csv(_ found: ListDrift.Row) -> String {
        let cells = [
            found.foundAt.rfc3339, found.appUserID.rawValue,
            found.purchaseID?.uuidString.lowercased() ?? "", found.environment ?? "",
            found.productID ?? "", found.cause,
            found.accessAffected ? "true" : "false", text(found.before), text(found.after),
        ]
        return cells.map(cell).joined(separator: ",") + "\r\n"
    }

    /// A spreadsheet takes a cell with such a start for a formula, unless an apostrophe precedes.
    ///
    /// Ids can have any text.
    private static let formulaStarts: Set<Unicode.Scalar> = ["=", "+", "-", "@", "\t", "\r", "\n"]

    /// A cell with one of them must be quoted.
    private static let separators: Set<Unicode.Scalar> = [",", "\"", "\r", "\n"]

    /// Quotes scalar by scalar, as CSV readers do: a quote with a combining accent is another
    /// `Character`, but still a quote.
    private static func cell(_ text: String) -> String {
        let scalars = text.unicodeScalars
        let prefix = scalars.first.map(formulaStarts.contains) == true ? "'" : ""
        guard scalars.contains(where: separators.contains) else { return prefix + text }
        var quoted = String.UnicodeScalarView()
        for scalar in scalars {
            if scalar == "\"" { quoted.append(scalar) }
            quoted.append(scalar)
        }
        return "\"\(prefix)\(String(quoted))\""
    }

    private static func text(_ json: [UInt8]?) -> String {
        json.map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}
