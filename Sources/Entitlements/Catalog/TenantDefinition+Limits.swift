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

        package static let amountRange = 0...1_000_000_000

        package init(
            id: LimitID, period: LimitPeriod? = nil, free: Int,
            entitlements: [EntitlementID: Allowance]
        ) {
            self.id = id
            self.period = period
            self.free = free
            self.entitlements = entitlements
        }
    }

    /// When used amounts stop counting.
    package enum LimitPeriod: Sendable, Equatable {
        /// All at once, when a calendar period in UTC ends.
        case calendar(CalendarPeriod)

        /// Each use by itself, `hours` after it was made.
        case rolling(hours: Int)

        package static let rollingHoursRange = 1...8_784
        package static let rollingDaysRange = 1...366
    }

    package enum CalendarPeriod: String, CaseIterable, Encodable, Sendable {
        case day, week, month, year
    }

    package enum Allowance: Sendable, Equatable {
        case amount(Int)
        case unlimited

        /// Nil if unlimited.
        var amount: Int? {
            if case .amount(let amount) = self { amount } else { nil }
        }
    }

    /// How much of a credit one purchase may give.
    package static let creditRange = 1...1_000_000
}
