package import Entitlements
package import EntitlementsDatabase
import FoundationEssentials

extension JSONWriter {
    /// Writes one difference between RevenueCat and what we believed.
    package mutating func drift(_ row: Drift, foundAt: Timestamp? = nil) {
        beginObject()
        if let foundAt {
            name("found_at")
            string(foundAt.rfc3339)
        }
        name("drift_id")
        string(row.driftID.uuidString.lowercased())
        name("app_user_id")
        string(row.appUserID.rawValue)
        name("purchase_id")
        stringOrNull(row.purchaseID?.uuidString.lowercased())
        name("environment")
        stringOrNull(row.environment)
        name("product_id")
        stringOrNull(row.productID)
        name("before")
        objectOrNull(row.before)
        name("after")
        objectOrNull(row.after)
        name("access_affected")
        bool(row.accessAffected)
        name("cause")
        string(row.cause)
        endObject()
    }

    private mutating func stringOrNull(_ text: String?) {
        if let text { string(text) } else { null() }
    }

    /// Writes an object from the database's JSON text.
    private mutating func objectOrNull(_ text: [UInt8]?) {
        guard let text else { return null() }
        beginObject()
        members(ofJSON: text)
        endObject()
    }
}
