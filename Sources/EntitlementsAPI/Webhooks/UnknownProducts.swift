import Entitlements
import EntitlementsDatabase
import Logging
import RevenueCat

/// Logs that a product was bought which the tenant file lacks, and that gives nothing therefore.
///
/// It looks only at what is in memory. The log has one line a minute for each product of a tenant.
final class UnknownProducts: Sendable {
    private struct Product: Hashable {
        let tenant: TenantID
        let id: String
    }

    private let lines: OncePerInterval<Product>

    init(maximumProducts: Int = 10_000) {
        lines = OncePerInterval(intervalSeconds: 60, maximumKeys: maximumProducts)
    }

    /// To be told of each event that was applied.
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
    /// The product, where the tenant file lacks it and the event names no entitlement.
    ///
    /// Not what nobody paid for: a sandbox's product, and a grant's, which is named after what it
    /// gives. A Play product `subscription:plan` is also known as `subscription`.
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
