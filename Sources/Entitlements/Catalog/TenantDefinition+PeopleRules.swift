extension TenantDefinition {
    /// What may become of people's purchases when they are identified, or claim what nobody owns.
    ///
    /// What a file leaves out is as it stands here.
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

        /// How old an orphan may be before only an operator gives it to anybody.
        ///
        /// 0: any age.
        package var claimExpiryDays = 0
        package static let claimExpiryDaysRange = 0...3_650

        /// How often one purchase may come to another person within 30 days.
        package var claimsPer30Days = 3
        package static let claimsPer30DaysRange = 1...100

        /// How often one person may try to claim.
        package var claimAttemptsPerHour = 10
        package static let claimAttemptsPerHourRange = 1...1_000

        /// How often all people of the tenant together may.
        package var tenantClaimAttemptsPerHour = 1_000
        package static let tenantClaimAttemptsPerHourRange = 1...1_000_000
    }
}

extension TenantDefinition.PeopleRules {
    /// What happens to a purchase that an identified person had when somebody else comes with it:
    /// the setting of the RevenueCat project, by its own names.
    package enum RestoreBehavior: String, CaseIterable, Sendable {
        /// It goes with whoever comes.
        case transfer
        /// It stays while a subscription gives access.
        case transferIfInactive = "transfer_if_inactive"
        /// It stays.
        case keep
        /// As `transfer`: RevenueCat makes one customer of the two.
        case share
    }
}

extension TenantDefinition.PeopleRules {
    /// What two identified ids share that RevenueCat takes for one customer.
    package enum Aliases: String, CaseIterable, Sendable {
        /// Everything: the ids become one person, with one household and one usage.
        case onePerson = "one_person"
        /// What one of them bought serves the other.
        case sharedPurchases = "shared_purchases"
        /// Nothing.
        case conflict
    }
}
