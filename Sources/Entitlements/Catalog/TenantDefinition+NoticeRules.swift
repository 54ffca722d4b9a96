extension TenantDefinition {
    /// When notices begin, and how long they are shown; with 0 there is no such notice.
    ///
    /// The values here are the defaults.
    package struct NoticeRules: Sendable, Equatable, Encodable {
        /// Whether the change log has each new notice; so it is if the tenant file has `notices`.
        package var isLogged = false

        /// How long before access ends that does not renew.
        package var expiringDaysBefore = 7

        /// How long before a trial ends that renews.
        package var trialEndingDaysBefore = 3

        /// How long after a refund.
        package var refundedDaysAfter = 30

        /// How long after access ended.
        package var endedDaysAfter = 14

        /// How long after joining.
        package var joinedHouseholdDaysAfter = 7
        package static let daysRange = 0...365

        /// From which part of a limit on.
        package var limitNearPercent = 80
        package static let percentRange = 0...100

        package init() {}
    }
}
