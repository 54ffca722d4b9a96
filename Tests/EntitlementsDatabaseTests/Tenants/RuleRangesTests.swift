import Entitlements
import Postgres
import TestSupport
import Testing

/// A range stands in Swift, for the message with the field's place, and in the table, which refuses
/// a wrong number from any caller.
@Suite("Ranges of rules")
struct RuleRangesTests {
    private static let rules:
        [(any WritableKeyPath<TenantDefinition, Int> & Sendable, ClosedRange<Int>)] = [
            (\.households.maxMembers, TenantDefinition.HouseholdRules.seatRange),
            (
                \.households.switchCooldownDays,
                TenantDefinition.HouseholdRules.switchCooldownDaysRange
            ),
            (\.households.inviteTTLDays, TenantDefinition.HouseholdRules.inviteTTLDaysRange),
            (
                \.households.departureGraceDays,
                TenantDefinition.HouseholdRules.departureGraceDaysRange
            ),
            (
                \.households.downgradeNoticeDays,
                TenantDefinition.HouseholdRules.downgradeNoticeDaysRange
            ),
            (\.households.joinsPer30Days, TenantDefinition.HouseholdRules.joinsPer30DaysRange),
            (\.households.transferHoldDays, TenantDefinition.HouseholdRules.transferHoldDaysRange),
            (\.people.claimExpiryDays, TenantDefinition.PeopleRules.claimExpiryDaysRange),
            (\.people.claimsPer30Days, TenantDefinition.PeopleRules.claimsPer30DaysRange),
            (\.people.claimAttemptsPerHour, TenantDefinition.PeopleRules.claimAttemptsPerHourRange),
            (
                \.people.tenantClaimAttemptsPerHour,
                TenantDefinition.PeopleRules.tenantClaimAttemptsPerHourRange
            ),
            (
                \.snapshotPolicy.requestsPerMinute,
                TenantDefinition.SnapshotPolicy.requestsPerMinuteRange
            ),
            (\.notices.expiringDaysBefore, TenantDefinition.NoticeRules.daysRange),
            (\.notices.trialEndingDaysBefore, TenantDefinition.NoticeRules.daysRange),
            (\.notices.refundedDaysAfter, TenantDefinition.NoticeRules.daysRange),
            (\.notices.endedDaysAfter, TenantDefinition.NoticeRules.daysRange),
            (\.notices.joinedHouseholdDaysAfter, TenantDefinition.NoticeRules.daysRange),
            (\.notices.limitNearPercent, TenantDefinition.NoticeRules.percentRange),
            (\.retention.eventBodiesDays, TenantDefinition.Retention.eventBodiesDaysRange),
            (\.retention.runsDays, TenantDefinition.Retention.runsDaysRange),
            (\.support.maxGrantDays, TenantDefinition.SupportRules.maxGrantDaysRange),
            (\.orderExpiryHours, TenantDefinition.orderExpiryHoursRange),
        ]

    @Test("the table takes each range's bounds, and refuses the numbers beside them")
    func ranges() async throws {
        let tenant = try await TestTenant.create()
        for (rule, range) in Self.rules {
            for bound in [range.lowerBound, range.upperBound] {
                try await tenant.apply { $0[keyPath: rule] = bound }
            }
            for outside in [range.lowerBound - 1, range.upperBound + 1] {
                await #expect(throws: (any Error).self, "\(rule) \(outside)") {
                    try await tenant.apply { $0[keyPath: rule] = outside }
                }
            }
        }
    }
}
