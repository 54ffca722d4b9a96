import Entitlements

/// An entitlement that an answer of version 1 says is active.
struct ActiveEntitlement {
    var id: String
    var productID: String?
    var beganAt: Timestamp?
    /// Nil if it is active for ever; with a grace period, its end.
    var endsAt: Timestamp?
}

extension [ActiveEntitlement] {
    /// Returns an entry for each product whose entitlements are active without a listed purchase.
    ///
    /// RevenueCat decides who has access, so what it says is active must not be lost for want of a
    /// purchase. A listed one accounts for it if it runs, or was refunded. Such an entry has no
    /// store and no transaction.
    func entriesWithoutPurchase(
        among purchases: [Snapshot.Purchase], at now: Timestamp
    ) -> [Snapshot.Purchase] {
        let lacking = filter { entitlement in
            !purchases.contains {
                $0.isOf(entitlement.productID) && ($0.isRunning(at: now) || $0.refundedAt != nil)
            }
        }
        return Dictionary(grouping: lacking, by: \.productID).map { productID, entitlements in
            let isSandbox = purchases.contains {
                $0.isOf(productID) && $0.environment == "sandbox"
            }
            var entry = Snapshot.Purchase(
                isOneTime: false, environment: isSandbox ? "sandbox" : "production",
                productID: productID,
                purchasedAt: entitlements.compactMap(\.beganAt).min() ?? now)
            let ends = entitlements.map(\.endsAt)
            entry.neverExpires = ends.contains(nil)
            entry.expiresAt = entry.neverExpires ? nil : ends.compactMap { $0 }.max()
            entry.entitlementIDs = entitlements.map(\.id).sorted()
            return entry
        }
        .sorted { ($0.productID ?? "") < ($1.productID ?? "") }
    }
}

extension Snapshot.Purchase {
    /// Whether the product is this one; Play's plan may be missing on either side.
    fileprivate func isOf(_ productID: String?) -> Bool {
        guard let own = self.productID, let productID else { return false }
        return own.prefix { $0 != ":" } == productID.prefix { $0 != ":" }
    }

    fileprivate func isRunning(at now: Timestamp) -> Bool {
        guard !isOneTime, let expiresAt else { return true }
        return max(expiresAt, graceExpiresAt ?? expiresAt) > now
    }
}
