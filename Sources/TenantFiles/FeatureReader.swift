import Entitlements

/// Reads the `features` of a tenant file.
enum FeatureReader {
    static func read(
        _ value: FileValue?, needing entitlements: EntitlementReader
    ) -> [TenantDefinition.Feature] {
        let entries = value?.entries(named: "features", maximum: TenantFile.maximumFeatures)
        return (entries ?? []).compactMap { feature(from: $0, needing: entitlements) }
    }

    private static func feature(
        from entry: FileEntry, needing entitlements: EntitlementReader
    ) -> TenantDefinition.Feature? {
        let id = entry.key.identifier(FeatureID.self)
        guard let section = entry.value.section(of: ["entitlement"]) else { return nil }
        let entitlement = section["entitlement"].flatMap(entitlements.reference)
        return id.map { TenantDefinition.Feature(id: $0, entitlement: entitlement) }
    }
}
