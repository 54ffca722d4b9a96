extension TenantDefinition {
    /// How households of the tenant form, change and end.
    ///
    /// What a file leaves out is as it stands here.
    package struct HouseholdRules: Sendable, Equatable {
        /// The seats of a household, the owner's included; a product may raise them.
        package var maxMembers = 6
        package static let seatRange = 1...100

        /// How long somebody who left a household may neither join nor create another.
        package var switchCooldownDays = 30
        package static let switchCooldownDaysRange = 0...365

        /// How long an invite can be redeemed.
        package var inviteTTLDays = 7
        package static let inviteTTLDaysRange = 1...365

        package var ownerLeaves = OwnerLeaves.block

        /// How long somebody who left keeps what the household gave.
        package var departureGraceDays = 0
        package static let departureGraceDaysRange = 0...365

        package var downgrade = Downgrade.newestOut

        /// How long members know of a downgrade before it takes effect.
        package var downgradeNoticeDays = 7
        package static let downgradeNoticeDaysRange = 0...365

        /// Whether a redeemed invite waits until the owner confirms it.
        package var confirmByOwner = false

        /// How many people may join one household within 30 days.
        package var joinsPer30Days = 10
        package static let joinsPer30DaysRange = 1...1_000

        package var sharesFrom = SharesFrom.anyMember

        /// Whether pending invites never exceed the free seats.
        package var invitesWithinSeats = true

        /// How long a household keeps a purchase that has moved to somebody else: by a transfer in
        /// RevenueCat, or a restore on another phone.
        ///
        /// 0: it follows at once.
        package var transferHoldDays = 0
        package static let transferHoldDaysRange = 0...30
    }
}

extension TenantDefinition.HouseholdRules {
    /// What happens when the owner leaves a household that has other members.
    package enum OwnerLeaves: String, CaseIterable, Sendable {
        /// It is refused until ownership is transferred.
        case block
        /// Who has been a member longest becomes the owner.
        case transfer
        /// The household ends.
        case dissolve
    }

    /// What happens when a household has more members than seats.
    package enum Downgrade: String, CaseIterable, Sendable {
        /// After the notice the newest members leave.
        case newestOut = "newest_out"
        /// Everybody stays, and nobody joins.
        case freezeJoins = "freeze_joins"
    }

    /// Whose purchases serve the household.
    package enum SharesFrom: String, CaseIterable, Sendable {
        case owner
        case anyMember = "any_member"
    }
}
