extension TenantDefinition {
    /// The rules for purchases when app users are identified or claim orphans.
    ///
    /// The values here are the defaults.
    package struct PeopleRules: Sendable, Equatable {
        package var restoreBehavior = RestoreBehavior.transfer

        package var aliases = Aliases.sharedPurchases

        /// Patterns of ids that the app makes up before a person signs up, such as `anon_*`.
        ///
        /// An asterisk ends each, and stands for any characters. An id that RevenueCat names first
        /// under such a pattern, or names again together with another id, is anonymous.
        package var anonymousIDs: [String] = []
        package static let maximumAnonymousIDs = 20
        package static let maximumAnonymousIDBytes = 100
        /// What a pattern fixes at least, so that it does not match every id.
        package static let minimumAnonymousIDPrefixBytes = 3

        /// The age in days after which only an operator can give an orphan to an app user.
        ///
        /// With 0 there is no limit.
        package var claimExpiryDays = 0
        package static let claimExpiryDaysRange = 0...3_650

        /// How often one purchase may move to another app user within 30 days.
        package var claimsPer30Days = 3
        package static let claimsPer30DaysRange = 1...100

        /// How many wrong claims one app user may make in an hour, from a phone.
        package var claimAttemptsPerHour = 10
        package static let claimAttemptsPerHourRange = 1...1_000

        /// How many wrong claims the app users of one issuer make before they are slowed down.
        package var tenantClaimAttemptsPerHour = 1_000
        package static let tenantClaimAttemptsPerHourRange = 1...1_000_000

        package init() {}
    }
}

extension TenantDefinition.PeopleRules {
    /// What happens to an identified app user's purchase when another app user restores it.
    ///
    /// These are the settings of the RevenueCat project, by RevenueCat's names.
    package enum RestoreBehavior: String, CaseIterable, Encodable, Sendable {
        /// The purchase moves.
        case transfer
        /// The purchase stays while it is a subscription that gives access.
        case transferIfInactive = "transfer_if_inactive"
        /// The purchase stays.
        case keep
        /// Like `transfer`: RevenueCat merges the two into one customer.
        case share
    }
}

extension TenantDefinition.PeopleRules {
    /// What two identified ids share if RevenueCat treats them as one customer.
    package enum Aliases: String, CaseIterable, Encodable, Sendable {
        /// Everything: the ids become one person, with one household and one usage.
        case onePerson = "one_person"
        /// Each has access through the other's purchases.
        case sharedPurchases = "shared_purchases"
        /// Nothing.
        case conflict
    }
}
