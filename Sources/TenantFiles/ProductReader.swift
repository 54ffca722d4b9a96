import Entitlements

/// Reads the `products` of a tenant file.
enum ProductReader {
    static func read(
        _ value: FileValue?, granting entitlements: EntitlementReader
    ) -> [TenantDefinition.Product] {
        let entries = value?.entries(named: "products", maximum: TenantFile.maximumProducts)
        return (entries ?? []).compactMap { product(from: $0, granting: entitlements) }
    }

    private static func product(
        from entry: FileEntry, granting entitlements: EntitlementReader
    ) -> TenantDefinition.Product? {
        let id = entry.key.identifier(ProductID.self)
        let keys = ["kind", "duration", "trial", "entitlements", "seats", "credits"]
        guard let section = entry.value.section(of: keys) else { return nil }
        let kind = section.required("kind")?.word(TenantDefinition.ProductKind.self)
        let duration = section["duration"]?.billingPeriod()
        let trial = section["trial"]?.billingPeriod()
        let granted = entitlements.references(in: section["entitlements"])
        let seats = section["seats"]?.wholeNumber(in: TenantDefinition.HouseholdRules.seatRange)
        let credits = credits(in: section["credits"])
        if let kind { check(section, of: kind) }

        guard let id, let kind else { return nil }
        return TenantDefinition.Product(
            id: id, kind: kind, duration: duration, trial: trial, entitlements: granted,
            seats: seats, credits: credits)
    }

    /// Returns how much of each credit one purchase gives.
    private static func credits(in value: FileValue?) -> [CreditID: Int] {
        let entries = value?.entries(named: "credits", maximum: TenantFile.maximumCredits) ?? []
        var credits: [CreditID: Int] = [:]
        for entry in entries {
            let amount = entry.value.wholeNumber(in: TenantDefinition.creditRange)
            if let id = entry.key.identifier(CreditID.self) { credits[id] = amount }
        }
        return credits
    }

    /// Reports keys that this kind of product requires or does not allow.
    private static func check(_ section: FileSection, of kind: TenantDefinition.ProductKind) {
        if kind != .consumable {
            section["credits"]?.report("Only a consumable gives credits: each purchase, once.")
        }
        if kind == .subscription || kind == .oneTime {
            _ = section.required("duration")
        } else {
            section["duration"]?.report("Only a subscription or a one_time product has a duration.")
        }
        if kind != .subscription { section["trial"]?.report("Only a subscription has a trial.") }
        guard kind == .consumable else { return }
        section["seats"]?.report("A consumable has no seats: it does not last.")
        if let granted = section["entitlements"], !granted.isEmptyList {
            granted.report(
                "A consumable cannot grant an entitlement: RevenueCat would unlock it forever.")
        }
    }
}
