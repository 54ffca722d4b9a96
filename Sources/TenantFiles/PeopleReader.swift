import Entitlements

/// Reads the `people` of a tenant file.
enum PeopleReader {
    private typealias Rules = TenantDefinition.PeopleRules

    private static let keys = [
        "restore_behavior", "aliases", "anonymous_ids", "claim_expiry_days", "claims_per_30_days",
        "claim_attempts_per_hour", "tenant_claim_attempts_per_hour",
    ]

    static func read(_ value: FileValue?) -> TenantDefinition.PeopleRules {
        var rules = Rules()
        guard let section = value?.section(of: keys) else { return rules }
        section.read("restore_behavior", into: &rules.restoreBehavior) {
            $0.word(Rules.RestoreBehavior.self)
        }
        section.read("aliases", into: &rules.aliases) { $0.word(Rules.Aliases.self) }
        section.read("anonymous_ids", into: &rules.anonymousIDs) { patterns(of: $0) }
        section.read("claim_expiry_days", into: &rules.claimExpiryDays) {
            $0.wholeNumber(in: Rules.claimExpiryDaysRange)
        }
        section.read("claims_per_30_days", into: &rules.claimsPer30Days) {
            $0.wholeNumber(in: Rules.claimsPer30DaysRange)
        }
        section.read("claim_attempts_per_hour", into: &rules.claimAttemptsPerHour) {
            $0.wholeNumber(in: Rules.claimAttemptsPerHourRange)
        }
        section.read("tenant_claim_attempts_per_hour", into: &rules.tenantClaimAttemptsPerHour) {
            $0.wholeNumber(in: Rules.tenantClaimAttemptsPerHourRange)
        }
        return rules
    }

    private static func patterns(of value: FileValue) -> [String]? {
        guard let list = value.list() else { return nil }
        guard list.count <= Rules.maximumAnonymousIDs else {
            value.report("At most \(Rules.maximumAnonymousIDs) patterns are allowed.")
            return nil
        }
        return list.compactMap { pattern in
            guard let text = pattern.text(maximumBytes: Rules.maximumAnonymousIDBytes) else {
                return nil
            }
            let prefix = text.prefix { $0 != "*" }
            if prefix.utf8.count >= Rules.minimumAnonymousIDPrefixBytes, text == prefix + "*" {
                return text
            }
            pattern.report(
                "A pattern is \(Rules.minimumAnonymousIDPrefixBytes) or more characters, then "
                    + "an asterisk: anon_*.")
            return nil
        }
    }
}
