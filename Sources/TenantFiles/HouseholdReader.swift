import Entitlements

/// Reads the `households` of a tenant file.
enum HouseholdReader {
    private typealias Rules = TenantDefinition.HouseholdRules

    private static let keys = [
        "max_members", "switch_cooldown_days", "invite_ttl_days", "owner_leaves",
        "departure_grace_days", "downgrade", "downgrade_notice_days", "confirm_by_owner",
        "joins_per_30_days", "shares_from", "shares_grants", "invites_within_seats",
        "transfer_hold_days",
    ]

    static func read(_ value: FileValue?) -> TenantDefinition.HouseholdRules {
        var rules = Rules()
        guard let section = value?.section(of: keys) else { return rules }
        readNumbers(of: section, into: &rules)
        section.read("owner_leaves", into: &rules.ownerLeaves) { $0.word(Rules.OwnerLeaves.self) }
        section.read("downgrade", into: &rules.downgrade) { $0.word(Rules.Downgrade.self) }
        section.read("shares_from", into: &rules.sharesFrom) { $0.word(Rules.SharesFrom.self) }
        section.read("shares_grants", into: &rules.sharesGrants) { $0.flag() }
        section.read("confirm_by_owner", into: &rules.confirmByOwner) { $0.flag() }
        section.read("invites_within_seats", into: &rules.invitesWithinSeats) { $0.flag() }
        return rules
    }

    private static func readNumbers(of section: FileSection, into rules: inout Rules) {
        section.read("max_members", into: &rules.maxMembers) {
            $0.wholeNumber(in: Rules.seatRange)
        }
        section.read("switch_cooldown_days", into: &rules.switchCooldownDays) {
            $0.wholeNumber(in: Rules.switchCooldownDaysRange)
        }
        section.read("invite_ttl_days", into: &rules.inviteTTLDays) {
            $0.wholeNumber(in: Rules.inviteTTLDaysRange)
        }
        section.read("departure_grace_days", into: &rules.departureGraceDays) {
            $0.wholeNumber(in: Rules.departureGraceDaysRange)
        }
        section.read("downgrade_notice_days", into: &rules.downgradeNoticeDays) {
            $0.wholeNumber(in: Rules.downgradeNoticeDaysRange)
        }
        section.read("joins_per_30_days", into: &rules.joinsPer30Days) {
            $0.wholeNumber(in: Rules.joinsPer30DaysRange)
        }
        section.read("transfer_hold_days", into: &rules.transferHoldDays) {
            $0.wholeNumber(in: Rules.transferHoldDaysRange)
        }
    }
}
