import Entitlements

/// The kind of an event, which decides the fields that are read.
package enum WebhookKind {
    /// Evidence about one purchase.
    case purchase(String)
    /// Purchases moved between app users; the names of the fields with the ids.
    case transfer(from: String, to: String)
    /// Several ids are one app user.
    case alias
    /// Access does not depend on it.
    case informative
    /// Sent from RevenueCat's dashboard to test the endpoint.
    case test

    /// Nil for an unknown type or an unknown outcome of a redemption.
    init?(type: String, fields: RevenueCatFields) throws(RevenueCatFields.FieldError) {
        let name = type.lowerCasedASCII
        switch name {
        case "transfer":
            self = .transfer(from: "transferred_from", to: "transferred_to")
        case "purchase_redeemed":
            switch try fields.word("redemption_outcome") {
            case "transfer": self = .transfer(from: "redeemed_from", to: "redeemed_by")
            case "alias": self = .alias
            default: return nil
            }
        case "subscriber_alias": self = .alias
        case "test": self = .test
        case _ where Self.purchaseTypes.contains(name): self = .purchase(name)
        case _ where Self.informativeTypes.contains(name): self = .informative
        default: return nil
        }
    }

    /// The name of the kind in SQL.
    var name: String {
        switch self {
        case .purchase(let name): name
        case .transfer: "transfer"
        case .alias: "alias"
        case .informative: "informative"
        case .test: "test"
        }
    }

    /// The types that are evidence about one purchase: kinds of the same names in SQL.
    package static let purchaseTypes: Set<String> = [
        "initial_purchase", "renewal", "product_change", "cancellation", "uncancellation",
        "non_renewing_purchase", "subscription_paused", "billing_issue", "expiration",
        "subscription_extended", "temporary_entitlement_grant", "refund_reversed",
    ]

    private static let informativeTypes: Set<String> = [
        "invoice_issuance", "virtual_currency_transaction", "experiment_enrollment",
        "price_increase_consent_required", "price_increase_consent_approved",
        "paywall_impression", "paywall_close", "paywall_cancel", "paywall_exit_offer",
        "paywall_component_interacted",
    ]
}
