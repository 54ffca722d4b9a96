import Entitlements

/// Reads the `referrals` of a tenant file.
enum ReferralReader {
    private typealias Rules = TenantDefinition.ReferralRules

    private static let keys = [
        "referrer", "referred", "hold_days", "max_per_referrer", "per_days",
    ]

    /// Returns nil if the tenant offers no referrals.
    static func read(
        _ value: FileValue?, giving rewards: RewardReader
    ) -> TenantDefinition.ReferralRules? {
        guard let value, let section = value.section(of: keys) else { return nil }
        var rules = Rules()
        rules.givesReferrer = section["referrer"].flatMap(rewards.reward)
        rules.givesReferred = section["referred"].flatMap(rewards.reward)
        section.read("hold_days", into: &rules.holdDays) {
            $0.wholeNumber(in: Rules.holdDaysRange)
        }
        rules.maxPerReferrer = section["max_per_referrer"]?.wholeNumber(
            in: Rules.maxPerReferrerRange)
        rules.perDays = section["per_days"]?.wholeNumber(in: Rules.perDaysRange)
        if section["referrer"] == nil, section["referred"] == nil {
            value.report("“referrer” or “referred” is missing.")
        }
        if let perDays = section["per_days"], section["max_per_referrer"] == nil {
            perDays.report("It counts nothing without “max_per_referrer”.")
        }
        return rules
    }
}
