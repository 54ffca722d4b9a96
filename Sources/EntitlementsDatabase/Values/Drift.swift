package import Entitlements
package import FoundationEssentials

/// One difference between a snapshot and the stored state.
package struct Drift: Sendable {
    package let driftID: UUID
    /// The id that RevenueCat was asked about.
    package let appUserID: AppUserID
    /// Nil if the difference is about the app user's ids, or about a purchase that a dry run did
    /// not add.
    package let purchaseID: UUID?
    package let environment: String?
    package let productID: String?
    /// JSON text of the purchase, or of the ids, before the snapshot; nil if there was none.
    package let before: [UInt8]?
    /// JSON text, after the snapshot.
    package let after: [UInt8]?
    /// Whether the difference gives or takes access.
    package let accessAffected: Bool
    package let cause: String

    package init(
        driftID: UUID, appUserID: AppUserID, purchaseID: UUID?, environment: String?,
        productID: String?, before: [UInt8]?, after: [UInt8]?, accessAffected: Bool, cause: String
    ) {
        self.driftID = driftID
        self.appUserID = appUserID
        self.purchaseID = purchaseID
        self.environment = environment
        self.productID = productID
        self.before = before
        self.after = after
        self.accessAffected = accessAffected
        self.cause = cause
    }
}

extension Drift {
    /// Nil for a snapshot without differences.
    package init?(_ row: AddSnapshots.Row) {
        guard let driftID = row.driftID, let appUserID = row.appUserID,
            let accessAffected = row.accessAffected, let cause = row.cause
        else { return nil }
        self.init(
            driftID: driftID, appUserID: appUserID, purchaseID: row.purchaseID,
            environment: row.environment, productID: row.productID, before: row.before,
            after: row.after, accessAffected: accessAffected, cause: cause)
    }

    package init(_ row: ListDrift.Row) {
        self.init(
            driftID: row.driftID, appUserID: row.appUserID, purchaseID: row.purchaseID,
            environment: row.environment, productID: row.productID, before: row.before,
            after: row.after, accessAffected: row.accessAffected, cause: row.cause)
    }
}
