import Entitlements
package import EntitlementsDatabase
import FoundationEssentials

/// The differences that a run found, as a table: as RFC 4180 has it, or for a terminal.
package enum DriftTable {
    package static let csvHeader =
        "found_at,app_user_id,purchase_id,environment,product_id,cause,access_affected,"
        + "before,after\r\n"

    /// One difference, in the header's order, with the end of its line.
    package static func csv(_ row: ListDrift.Row) -> String {
        let found = row.difference
        let cells = [
            row.foundAt.rfc3339, found.appUserID, found.purchaseID?.uuidString.lowercased() ?? "",
            found.environment ?? "", found.productID ?? "", found.cause,
            found.accessAffected ? "true" : "false", text(found.before), text(found.after),
        ]
        return cells.map(cell).joined(separator: ",") + "\r\n"
    }

    /// What a person in front of a terminal looks for first, in columns.
    package static func lines(_ rows: [ListDrift.Row]) -> [String] {
        let table =
            [["PERSON", "PRODUCT", "CAUSE", "ACCESS"]]
            + rows.map { row in
                let found = row.difference
                return [
                    printable(found.appUserID), printable(found.productID ?? "-"), found.cause,
                    found.accessAffected ? "affected" : "-",
                ]
            }
        let widths = (0..<4).map { column in table.map { $0[column].count }.max() ?? 0 }
        return table.map { cells in
            zip(cells, widths).map { cell, width in
                cell + String(repeating: " ", count: width - cell.count)
            }.joined(separator: "  ")
        }
    }

    /// A spreadsheet takes what begins like this for a formula, and an id can be anything: an
    /// apostrophe in front makes it text.
    private static let formulaStarts: Set<Unicode.Scalar> = ["=", "+", "-", "@", "\t", "\r", "\n"]

    /// What a cell between quotes may hold, and no other.
    private static let separators: Set<Unicode.Scalar> = [",", "\"", "\r", "\n"]

    /// Scalar by scalar, as whoever reads it does: an accent after a quote makes it another
    /// character, and leaves it a quote.
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

    /// Nobody's id moves the cursor, or has what follows read backwards.
    private static func printable(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: scalars.append("?")
            default: scalars.append(scalar)
            }
        }
        return String(scalars)
    }
}
