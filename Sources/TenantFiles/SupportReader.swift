import Entitlements

/// Reads the `support` of a tenant file.
enum SupportReader {
    static func read(_ value: FileValue?) -> TenantDefinition.SupportRules {
        var rules = TenantDefinition.SupportRules()
        value?.section(of: ["max_grant_days"])?.read("max_grant_days", into: &rules.maxGrantDays) {
            $0.wholeNumber(in: TenantDefinition.SupportRules.maxGrantDaysRange)
        }
        return rules
    }
}
