package import Entitlements
import Postgres

extension ImportRows {
    /// The most rows of one call.
    package static let maximumRows = 1_024

    /// The stores of purchases; `external` is for what no other word names.
    package static let stores = [
        "app_store", "mac_app_store", "play_store", "amazon", "stripe", "paddle", "rc_billing",
        "roku", "external",
    ]
    /// The most bytes of a transaction's id.
    package static let maximumTransactionBytes = 500

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

extension PutPurchase {
    /// What a biller says about a purchase, as of one moment.
    package struct Facts: Sendable {
        package var productID: String
        package var purchasedAt: Timestamp
        package var expiresAt: Timestamp?
        package var periodType: String?
        package var originalPurchasedAt: Timestamp?
        package var graceExpiresAt: Timestamp?
        package var willRenew: Bool?
        package var cancelledAt: Timestamp?
        package var billingIssueAt: Timestamp?
        package var refundedAt: Timestamp?

        package init(productID: String, purchasedAt: Timestamp) {
            self.productID = productID
            self.purchasedAt = purchasedAt
        }
    }

    package init(
        appUserID: AppUserID, store: String, transactionID: String, environment: String,
        facts: Facts, asOf: Timestamp, receivedAt: Timestamp? = nil
    ) {
        var row = JSONObject()
        row["store"] = .string(store)
        row["transaction_id"] = .string(transactionID)
        row["environment"] = .string(environment)
        row["product_id"] = .string(facts.productID)
        row["period_type"] = .string(facts.periodType ?? "normal")
        row["will_renew"] = facts.willRenew.map { .bool($0) }
        for (name, moment) in [
            ("purchased_at", facts.purchasedAt), ("expires_at", facts.expiresAt),
            ("original_purchased_at", facts.originalPurchasedAt),
            ("grace_expires_at", facts.graceExpiresAt), ("cancelled_at", facts.cancelledAt),
            ("billing_issue_at", facts.billingIssueAt), ("refunded_at", facts.refundedAt),
        ] {
            row[name] = moment.map { .string($0.rfc3339) }
        }
        self.init(
            appUserID: appUserID, purchase: JSONBText(bytes: JSONValue.object(row).bytes),
            asOf: asOf, receivedAt: receivedAt)
    }
}
