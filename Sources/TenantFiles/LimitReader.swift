import Entitlements

/// Reads the `limits` of a tenant file.
enum LimitReader {
    static func read(
        _ value: FileValue?, liftedBy entitlements: EntitlementReader
    ) -> [TenantDefinition.Limit] {
        let entries = value?.entries(named: "limits", maximum: TenantFile.maximumLimits)
        return (entries ?? []).compactMap { limit(from: $0, liftedBy: entitlements) }
    }

    private static func limit(
        from entry: FileEntry, liftedBy entitlements: EntitlementReader
    ) -> TenantDefinition.Limit? {
        let id = entry.key.identifier(LimitID.self)
        guard let section = entry.value.section(of: ["per", "free", "entitlements"]) else {
            return nil
        }
        let period = section["per"]?.word(TenantDefinition.LimitPeriod.self)
        let free = section.required("free")?.wholeNumber(in: TenantDefinition.Limit.amountRange)
        let lifting = section["entitlements"]?.entries(
            named: "entitlements", maximum: TenantFile.maximumEntitlements)
        var allowances: [EntitlementID: TenantDefinition.Allowance] = [:]
        for entry in lifting ?? [] {
            let entitlement = entitlements.reference(by: entry.key)
            let allowance = entry.value.allowance()
            if let entitlement { allowances[entitlement] = allowance }
        }
        guard let id, let free else { return nil }
        return TenantDefinition.Limit(
            id: id, period: period, free: free, entitlements: allowances)
    }
}
