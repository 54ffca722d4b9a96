extension TenantDefinition {
    /// A quota on a feature.
    package struct Limit: Sendable, Equatable {
        package var id: LimitID

        /// Nil if the limit never resets; used amounts must be released instead.
        package var period: LimitPeriod?

        /// The amount that every app user may use in a period.
        package var free: Int

        /// The amounts that active entitlements allow, if higher.
        package var entitlements: [EntitlementID: Allowance]

        /// Nil if each app user has an allowance of its own.
        package var pool: HouseholdPool?

        /// Which uses count against an allowance.
        package var counts: CountedUses

        package static let amountRange = 0...1_000_000_000

        package init(
            id: LimitID, period: LimitPeriod? = nil, free: Int,
            entitlements: [EntitlementID: Allowance], pool: HouseholdPool? = nil,
            counts: CountedUses = .withinAllowance
        ) {
            self.id = id
            self.period = period
            self.free = free
            self.entitlements = entitlements
            self.pool = pool
            self.counts = counts
        }
    }

    /// Which uses count against an allowance once no entitlement makes the limit unlimited.
    package enum CountedUses: String, CaseIterable, Encodable, Sendable {
        case all
        /// Not those that an unlimited entitlement covered when they were made.
        case withinAllowance = "within_allowance"
    }

    /// One allowance for all members of a household; an app user without one is alone in it.
    package struct HouseholdPool: Sendable, Equatable {
        /// The amount that one member may use of the allowance; nil for all of it.
        package var perMember: Int?

        package static let perMemberRange = 1...1_000_000_000

        package init(perMember: Int? = nil) { self.perMember = perMember }
    }

    /// When used amounts stop counting.
    package enum LimitPeriod: Sendable, Equatable {
        /// All at once, when a period ends.
        case every(Unit)

        /// All at once, at the start of this day of the month, in a short month of its last day.
        case monthDay(Int)

        /// Each use by itself, `hours` after it was made.
        case rolling(hours: Int)

        package enum Unit: String, CaseIterable, Encodable, Sendable {
            /// By the calendar, in the tenant's time zone.
            case day, week, month, year
            /// From renewal to renewal; by the month without a subscription.
            case subscription
        }

        package static let monthDayRange = 1...31
        package static let rollingHoursRange = 1...8_784
        package static let rollingDaysRange = 1...366
    }

    package enum Allowance: Sendable, Equatable {
        case amount(Int)
        /// With a fair use, more than that is throttled; where it is hard, refused.
        case unlimited(fairUse: Int? = nil, isHard: Bool = false)

        /// Nil if unlimited.
        var amount: Int? {
            if case .amount(let amount) = self { amount } else { nil }
        }

        /// Nil without one.
        var fairUse: Int? {
            if case .unlimited(let fairUse, _) = self { fairUse } else { nil }
        }

        var isHard: Bool {
            if case .unlimited(_, true) = self { true } else { false }
        }

        package static let fairUseRange = 1...1_000_000_000
    }

    /// How much of a credit one purchase may give.
    package static let creditRange = 1...1_000_000
}
