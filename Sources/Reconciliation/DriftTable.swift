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
        return CSVLine.text(cells)
    }

    private static func text(_ json: [UInt8]?) -> String {
        json.map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}
