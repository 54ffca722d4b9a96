extension TenantDefinition {
    /// What may be used how often.
    package struct Limit: Sendable, Equatable {
        package var id: LimitID

        /// Nil: it never resets, and what was used is given back.
        package var period: LimitPeriod?

        /// What everybody may use in a period.
        package var free: Int

        /// What active entitlements allow instead, where that is more.
        package var entitlements: [EntitlementID: Allowance]

        package static let amountRange = 0...1_000_000_000
    }

    /// By the calendar, in UTC.
    package enum LimitPeriod: String, CaseIterable, Sendable {
        case day, week, month, year
    }

    package enum Allowance: Sendable, Equatable {
        case amount(Int)
        case unlimited

        /// Nil: without a limit.
        var amount: Int? {
            if case .amount(let amount) = self { amount } else { nil }
        }
    }

    /// How much of a credit one purchase may give.
    package static let creditRange = 1...1_000_000
}
