package import Entitlements
package import FoundationEssentials
import Postgres

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
    static let columns = [
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

    /// Nil if all its columns are null.
    init?(decoding row: inout Cells) throws(PostgresError) {
        let driftID = try row.nextIfPresent(UUID.self)
        let appUserID = try row.nextIfPresent(AppUserID.self)
        let purchaseID = try row.nextIfPresent(UUID.self)
        let environment = try row.nextIfPresent(String.self)
        let productID = try row.nextIfPresent(String.self)
        let before = try row.nextIfPresent(JSONText.self)?.bytes
        let after = try row.nextIfPresent(JSONText.self)?.bytes
        let accessAffected = try row.nextIfPresent(Bool.self)
        let cause = try row.nextIfPresent(String.self)
        guard let driftID, let appUserID, let accessAffected, let cause else { return nil }
        self.init(
            driftID: driftID, appUserID: appUserID, purchaseID: purchaseID,
            environment: environment, productID: productID, before: before, after: after,
            accessAffected: accessAffected, cause: cause)
    }
}
