import Entitlements

/// Reads what a code gives.
struct RewardReader {
    let entitlements: EntitlementReader
    let products: [TenantDefinition.Product]

    private static let subjects = ["entitlement", "extends", "product"]

    /// Returns the reward; nil after a report.
    func reward(in value: FileValue) -> TenantDefinition.Reward? {
        guard let section = value.section(of: Self.subjects + ["duration"]) else { return nil }
        var reward = TenantDefinition.Reward()
        let present = Self.subjects.filter { section[$0] != nil }
        if present.count != 1 {
            value.report("Exactly one of “entitlement”, “extends” and “product” is expected.")
        }
        reward.extends = section["extends"] != nil
        reward.entitlementID = (section["entitlement"] ?? section["extends"])
            .flatMap(entitlements.reference)
        reward.productID = section["product"].flatMap(product)
        if let duration = section.required("duration"), !duration.isWord("lifetime") {
            reward.duration = duration.billingPeriod()
        }
        return reward
    }

    private func product(in value: FileValue) -> ProductID? {
        guard let id = value.identifier(ProductID.self) else { return nil }
        guard let product = products.first(where: { $0.id == id }) else {
            value.report(
                UnknownName.sentence(
                    id.rawValue, isNoneOf: "this file's products", products.map(\.id.rawValue)))
            return nil
        }
        if product.kind == .consumable {
            value.report("A consumable gives credits and no access.")
        }
        return id
    }
}
