extension TenantDefinition {
    /// What an app user gets who brings another, and what the other gets.
    ///
    /// The values here are the defaults.
    package struct ReferralRules: Sendable, Equatable {
        /// What the referrer gets; nil: nothing.
        package var givesReferrer: Reward?

        /// What the referred app user gets; nil: nothing.
        package var givesReferred: Reward?

        /// How long after the first payment both get it, unless the payment is refunded.
        package var holdDays = 14
        package static let holdDaysRange = 0...365

        /// How many referrals one referrer is rewarded for; nil means any number.
        package var maxPerReferrer: Int?
        package static let maxPerReferrerRange = 1...100_000

        /// Within how many days `maxPerReferrer` counts; nil means in all.
        package var perDays: Int?
        package static let perDaysRange = 1...3_650

        package init() {}
    }
}

extension TenantDefinition.ReferralRules: Encodable {
    private enum CodingKeys: CodingKey {
        case givesReferrer, givesReferred, holdDays, maxPerReferrer, perDays
    }

    package func encode(to encoder: any Encoder) throws {
        var json = encoder.container(keyedBy: CodingKeys.self)
        try json.encodeIfPresent(givesReferrer, forKey: .givesReferrer)
        try json.encodeIfPresent(givesReferred, forKey: .givesReferred)
        try json.encode(holdDays, forKey: .holdDays)
        try json.encodeIfPresent(maxPerReferrer, forKey: .maxPerReferrer)
        try json.encodeIfPresent(perDays, forKey: .perDays)
    }
}
