import Entitlements
import EntitlementsDatabase
import Logging
import RevenueCat

/// Logs purchases of products that are missing from the tenant file and therefore give nothing.
///
/// Uses only data in memory. Logs at most one line per product and minute.
final class UnknownProducts: Sendable {
    private struct Product: Hashable {
        let tenant: TenantID
        let id: String
    }

    private let lines: OncePerInterval<Product>

    init(maximumProducts: Int = 10_000) {
        lines = OncePerInterval(intervalSeconds: 60, maximumKeys: maximumProducts)
    }

    /// Must be called for each applied event.
    func note(_ event: WebhookEvent, of tenant: Tenant, at moment: Timestamp, logger: Logger) {
        guard let id = event.productThatGivesNothing(of: tenant),
            let others = lines.othersIfDue(Product(tenant: tenant.id, id: id), at: moment)
        else { return }
        logger.warning(
            "A product was bought that the tenant file lacks: it gives nothing",
            metadata: [
                "tenant": "\(tenant.slug)", "product_id": "\(id)",
                "events_since_last_line": "\(others)",
            ])
    }
}

extension WebhookEvent {
    /// Returns the product if the tenant file lacks it and the event names no entitlement.
    ///
    /// Ignores sandbox purchases, and grants, whose product is named after the entitlement. A Play
    /// product `subscription:plan` also matches `subscription`.
    fileprivate func productThatGivesNothing(of tenant: Tenant) -> String? {
        guard let id = facts?["product_id"]?.string, !tenant.productIDs.contains(id),
            facts?["environment"]?.string == "production",
            facts?["store"]?.string != "promotional",
            facts?["entitlement_ids"]?.array?.isEmpty ?? true,
            !tenant.productIDs.contains(String(id.prefix { $0 != ":" }))
        else { return nil }
        return id
    }
}
