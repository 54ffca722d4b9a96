import Entitlements

/// Reads the `notices` of a tenant file.
enum NoticeReader {
    private typealias Rules = TenantDefinition.NoticeRules

    static func read(_ value: FileValue?) -> TenantDefinition.NoticeRules {
        var rules = Rules()
        let keys = [
            "expiring", "trial_ending", "refunded", "ended", "joined_household", "limit_near",
        ]
        guard let section = value?.section(of: keys) else { return rules }
        rules.isLogged = true
        read(section[keys[0]], "days_before", in: Rules.daysRange, &rules.expiringDaysBefore)
        read(section[keys[1]], "days_before", in: Rules.daysRange, &rules.trialEndingDaysBefore)
        read(section[keys[2]], "days_after", in: Rules.daysRange, &rules.refundedDaysAfter)
        read(section[keys[3]], "days_after", in: Rules.daysRange, &rules.endedDaysAfter)
        read(section[keys[4]], "days_after", in: Rules.daysRange, &rules.joinedHouseholdDaysAfter)
        read(section[keys[5]], "percent", in: Rules.percentRange, &rules.limitNearPercent)
        return rules
    }

    /// Reads the one number of a kind of notice.
    private static func read(
        _ value: FileValue?, _ key: String, in range: ClosedRange<Int>, _ rule: inout Int
    ) {
        value?.section(of: [key])?.read(key, into: &rule) { $0.wholeNumber(in: range) }
    }
}
