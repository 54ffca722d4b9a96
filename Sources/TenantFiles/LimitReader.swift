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
        let period = section["per"].flatMap(period(from:))
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

    /// A word of the calendar, or a section with `rolling_days` or `rolling_hours`.
    private static func period(from value: FileValue) -> TenantDefinition.LimitPeriod? {
        typealias Period = TenantDefinition.LimitPeriod
        guard value.isSection else {
            return value.word(TenantDefinition.CalendarPeriod.self).map { .calendar($0) }
        }
        guard let section = value.section(of: ["rolling_days", "rolling_hours"]) else { return nil }
        switch (section["rolling_days"], section["rolling_hours"]) {
        case (let days?, nil):
            return days.wholeNumber(in: Period.rollingDaysRange).map { .rolling(hours: $0 * 24) }
        case (nil, let hours?):
            return hours.wholeNumber(in: Period.rollingHoursRange).map { .rolling(hours: $0) }
        default:
            value.report("Either “rolling_days” or “rolling_hours” is expected.")
            return nil
        }
    }
}
