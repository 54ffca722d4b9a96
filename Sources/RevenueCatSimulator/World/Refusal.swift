/// Why an act is not possible now.
///
/// A refused act leaves the world unchanged.
package enum Refusal: String, Error, CaseIterable {
    case invalidAppUserID = "invalid_app_user_id"
    case unknownCustomer = "unknown_customer"
    case unknownProduct = "unknown_product"
    case unknownEntitlement = "unknown_entitlement"
    /// No purchase is in the state that the act needs.
    case noSuchPurchase = "no_such_purchase"
    case alreadyPurchased = "already_purchased"
    /// The store or product does not offer it: pauses are Play's, family sharing is Apple's.
    case notOffered = "not_offered"
    /// The receipt is another customer's, and the restore behavior leaves it there.
    case receiptInUse = "receipt_in_use"

    /// RevenueCat's error number, if it has one.
    package var code: Int64? {
        switch self {
        case .invalidAppUserID: 7256
        case .receiptInUse: 7102
        case .noSuchPurchase: 7259
        default: nil
        }
    }

    /// The names that a catalog has, for an unknown one; up to 20.
    func detail(in catalog: World.Catalog) -> String? {
        let names =
            switch self {
            case .unknownProduct: catalog.products.map(\.id)
            case .unknownEntitlement: catalog.entitlementIDs
            default: nil as [String]?
            }
        return names.map { names in
            let shown = names.prefix(20) + (names.count > 20 ? ["…"] : [])
            return "The simulated project has: \(shown.joined(separator: ", "))."
        }
    }
}
