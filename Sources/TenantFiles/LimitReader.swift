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
        let keys = ["per", "free", "entitlements", "pool", "per_member", "counts"]
        guard let section = entry.value.section(of: keys) else { return nil }
        let period = section["per"].flatMap(period(from:))
        let free = section.required("free")?.wholeNumber(in: TenantDefinition.Limit.amountRange)
        let lifting = section["entitlements"]?.entries(
            named: "entitlements", maximum: TenantFile.maximumEntitlements)
        let pool = pool(from: section)
        let counts = section["counts"]?.word(TenantDefinition.CountedUses.self)
        var allowances: [EntitlementID: TenantDefinition.Allowance] = [:]
        for entry in lifting ?? [] {
            let entitlement = entitlements.reference(by: entry.key)
            let allowance = entry.value.allowance()
            if let entitlement, pool != nil, !entitlements.isShared(entitlement) {
                entry.key.report(
                    "“\(entitlement)” is not shared, so members of a pool would differ in it.")
            }
            if let entitlement { allowances[entitlement] = allowance }
        }
        guard let id, let free else { return nil }
        return TenantDefinition.Limit(
            id: id, period: period, free: free, entitlements: allowances, pool: pool,
            counts: counts ?? .withinAllowance)
    }

    private enum PoolWord: String, CaseIterable {
        case household
    }

    private static func pool(from section: FileSection) -> TenantDefinition.HouseholdPool? {
        typealias Pool = TenantDefinition.HouseholdPool
        let cap = section["per_member"]
        let perMember = cap?.wholeNumber(in: Pool.perMemberRange)
        guard let pool = section["pool"] else {
            cap?.report("“per_member” needs “pool: household”.")
            return nil
        }
        return pool.word(PoolWord.self).map { _ in Pool(perMember: perMember) }
    }

    /// The name of a period, or a section with one kind of window.
    private static func period(from value: FileValue) -> TenantDefinition.LimitPeriod? {
        typealias Period = TenantDefinition.LimitPeriod
        guard value.isSection else { return value.word(Period.Unit.self).map { .every($0) } }
        let kinds = ["rolling_days", "rolling_hours", "month_day"]
        guard let section = value.section(of: kinds) else { return nil }
        switch (section[kinds[0]], section[kinds[1]], section[kinds[2]]) {
        case (let days?, nil, nil):
            return days.wholeNumber(in: Period.rollingDaysRange).map { .rolling(hours: $0 * 24) }
        case (nil, let hours?, nil):
            return hours.wholeNumber(in: Period.rollingHoursRange).map { .rolling(hours: $0) }
        case (nil, nil, let day?):
            return day.wholeNumber(in: Period.monthDayRange).map { .monthDay($0) }
        default:
            value.report("One of “rolling_days”, “rolling_hours” and “month_day” is expected.")
            return nil
        }
    }
}
