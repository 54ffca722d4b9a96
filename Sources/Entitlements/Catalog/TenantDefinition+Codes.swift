extension TenantDefinition {
    /// The campaigns of the tenant's codes, and how often wrong codes may be tried.
    ///
    /// The values here are the defaults.
    package struct CodeRules: Sendable, Equatable {
        /// How many wrong codes one app user may try in an hour, from a phone.
        package var attemptsPerHour = 10
        package static let attemptsPerHourRange = 1...1_000

        /// How many wrong codes the app users of one issuer try before they are slowed down.
        package var tenantAttemptsPerHour = 1_000
        package static let tenantAttemptsPerHourRange = 1...1_000_000

        package var campaigns: [CodeCampaign] = []

        package init() {}
    }

    /// What codes give, when, to which app users and how often.
    ///
    /// The values here are the defaults.
    package struct CodeCampaign: Sendable, Equatable {
        package var id: CampaignID
        package var gives: Reward

        /// The digest of the campaign's shared code; nil if it has only codes of batches.
        package var codeDigest: [UInt8]?
        package var validFrom: Timestamp?
        package var validUntil: Timestamp?

        /// How many redemptions there may be; nil means any number.
        package var maxRedemptions: Int?
        package static let maxRedemptionsRange = 1...100_000_000

        /// How often one app user may redeem codes of the campaign.
        package var perAppUser = 1
        package static let perAppUserRange = 1...1_000

        /// Who must have bought nothing yet; nil: past purchases do not matter.
        package var onlyNew: OnlyNew?

        /// Whether app users with a running subscription are refused.
        package var withoutSubscription = false

        /// Whether it may run beside other codes, and adds its time to theirs.
        package var isStackable = false

        package init(id: CampaignID, gives: Reward) {
            self.id = id
            self.gives = gives
        }
    }

    /// Who must have bought nothing yet.
    package enum OnlyNew: String, CaseIterable, Encodable, Sendable {
        case appUser = "app_user"
        /// Also every app user who ever shared a household with them.
        case household
    }

    /// What a code gives: one entitlement or one product, for a time or for ever.
    package struct Reward: Sendable, Equatable {
        package var entitlementID: EntitlementID?
        package var productID: ProductID?

        /// Nil: for ever.
        package var duration: BillingPeriod?

        /// Whether it begins when the present access ends, and needs present access.
        package var extends = false

        package init() {}
    }
}

extension TenantDefinition.CodeRules: Encodable {
    private enum CodingKeys: CodingKey {
        case attemptsPerHour, tenantAttemptsPerHour, campaigns
    }

    package func encode(to encoder: any Encoder) throws {
        var json = encoder.container(keyedBy: CodingKeys.self)
        try json.encode(attemptsPerHour, forKey: .attemptsPerHour)
        try json.encode(tenantAttemptsPerHour, forKey: .tenantAttemptsPerHour)
        try json.encode(campaigns.sorted { $0.id < $1.id }, forKey: .campaigns)
    }
}

extension TenantDefinition.CodeCampaign: Encodable {
    private enum CodingKeys: String, CodingKey {
        case codeDigest, gives, validFrom, validUntil, maxRedemptions, perAppUser, onlyNew
        case withoutSubscription, isStackable
        case id = "campaign_id"
    }

    package func encode(to encoder: any Encoder) throws {
        var json = encoder.container(keyedBy: CodingKeys.self)
        try json.encode(id, forKey: .id)
        try json.encodeIfPresent(codeDigest.map(Hexadecimal.text), forKey: .codeDigest)
        try json.encode(gives, forKey: .gives)
        try json.encodeIfPresent(validFrom?.rfc3339, forKey: .validFrom)
        try json.encodeIfPresent(validUntil?.rfc3339, forKey: .validUntil)
        try json.encodeIfPresent(maxRedemptions, forKey: .maxRedemptions)
        try json.encode(perAppUser, forKey: .perAppUser)
        try json.encodeIfPresent(onlyNew, forKey: .onlyNew)
        try json.encode(withoutSubscription, forKey: .withoutSubscription)
        try json.encode(isStackable, forKey: .isStackable)
    }
}

extension TenantDefinition.Reward: Encodable {
    private enum CodingKeys: String, CodingKey {
        case duration, extends
        case entitlementID = "entitlement_id"
        case productID = "product_id"
    }

    package func encode(to encoder: any Encoder) throws {
        var json = encoder.container(keyedBy: CodingKeys.self)
        try json.encodeIfPresent(entitlementID, forKey: .entitlementID)
        try json.encodeIfPresent(productID, forKey: .productID)
        try json.encodeIfPresent(duration, forKey: .duration)
        try json.encode(extends, forKey: .extends)
    }
}
