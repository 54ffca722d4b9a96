extension TenantDefinition {
    /// The rules by which the tenant's households form, change and end.
    ///
    /// The values here are the defaults.
    package struct HouseholdRules: Encodable, Sendable, Equatable {
        /// The seats of a household, including the owner's; a product may raise the number.
        package var maxMembers = 6
        package static let seatRange = 1...100

        /// How long an app user who left a household may neither join nor create another.
        package var switchCooldownDays = 30
        package static let switchCooldownDaysRange = 0...365

        /// How long an invite stays valid.
        package var inviteTTLDays = 7
        package static let inviteTTLDaysRange = 1...365

        package var ownerLeaves = OwnerLeaves.block

        /// How long a former member keeps the household's access.
        package var departureGraceDays = 0
        package static let departureGraceDaysRange = 0...365

        package var downgrade = Downgrade.newestOut

        /// How long before a downgrade takes effect the members are notified.
        package var downgradeNoticeDays = 7
        package static let downgradeNoticeDaysRange = 0...365

        /// Whether the owner must confirm a redeemed invite.
        package var confirmByOwner = false

        /// How many app users may join one household within 30 days.
        package var joinsPer30Days = 10
        package static let joinsPer30DaysRange = 1...1_000

        package var sharesFrom = SharesFrom.anyMember

        /// Whether grants serve the household, as purchases do.
        package var sharesGrants = false

        /// Whether open invites may not exceed the free seats.
        package var invitesWithinSeats = true

        /// How long a household keeps a purchase that moved to another app user.
        ///
        /// A purchase moves by a transfer in RevenueCat, or a restore on another phone. With 0 it
        /// leaves at once.
        package var transferHoldDays = 0
        package static let transferHoldDaysRange = 0...30

        package init() {}

        private enum CodingKeys: String, CodingKey {
            case maxMembers, switchCooldownDays, ownerLeaves, departureGraceDays, downgrade
            case downgradeNoticeDays, confirmByOwner, sharesFrom, sharesGrants, invitesWithinSeats
            case transferHoldDays
            case inviteTTLDays = "invite_ttl_days"
            case joinsPer30Days = "joins_per_30_days"
        }
    }
}

extension TenantDefinition.HouseholdRules {
    /// What happens when the owner leaves a household that has other members.
    package enum OwnerLeaves: String, CaseIterable, Encodable, Sendable {
        /// Refused until ownership is transferred.
        case block
        /// The longest-standing member becomes the owner.
        case transfer
        /// The household ends.
        case dissolve
    }

    /// What happens when a household has more members than seats.
    package enum Downgrade: String, CaseIterable, Encodable, Sendable {
        /// The newest members leave after the notice.
        case newestOut = "newest_out"
        /// All members stay, and joining is refused.
        case freezeJoins = "freeze_joins"
    }

    /// The members whose purchases serve the household.
    package enum SharesFrom: String, CaseIterable, Encodable, Sendable {
        case owner
        case anyMember = "any_member"
    }
}
