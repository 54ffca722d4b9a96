import Entitlements

/// Reads the `codes` of a tenant file.
struct CodeReader {
    private typealias Rules = TenantDefinition.CodeRules
    private typealias Campaign = TenantDefinition.CodeCampaign

    let rewards: RewardReader
    private var placesOfDigests: [[UInt8]: FileValue] = [:]

    static func read(
        _ value: FileValue?, giving rewards: RewardReader
    ) -> TenantDefinition.CodeRules {
        var rules = Rules()
        let keys = ["attempts_per_hour", "tenant_attempts_per_hour", "campaigns"]
        guard let section = value?.section(of: keys) else { return rules }
        section.read("attempts_per_hour", into: &rules.attemptsPerHour) {
            $0.wholeNumber(in: Rules.attemptsPerHourRange)
        }
        section.read("tenant_attempts_per_hour", into: &rules.tenantAttemptsPerHour) {
            $0.wholeNumber(in: Rules.tenantAttemptsPerHourRange)
        }
        var reader = CodeReader(rewards: rewards)
        let entries = section["campaigns"]?.entries(
            named: "campaigns", maximum: TenantFile.maximumCampaigns)
        rules.campaigns = (entries ?? []).compactMap { reader.campaign(from: $0) }
        return rules
    }

    private init(rewards: RewardReader) { self.rewards = rewards }

    private static let keys = [
        "code", "gives", "valid_from", "valid_until", "max_redemptions", "per_app_user",
        "only_new", "without_subscription", "stackable",
    ]

    private mutating func campaign(from entry: FileEntry) -> TenantDefinition.CodeCampaign? {
        let id = entry.key.identifier(CampaignID.self)
        guard let section = entry.value.section(of: Self.keys) else { return nil }
        let gives = section.required("gives").flatMap(rewards.reward)
        let digest = section["code"].flatMap { codeDigest(in: $0) }
        guard let id, let gives else { return nil }
        var campaign = Campaign(id: id, gives: gives)
        campaign.codeDigest = digest
        campaign.validFrom = section["valid_from"]?.timestamp()
        campaign.validUntil = section["valid_until"]?.timestamp()
        campaign.maxRedemptions = section["max_redemptions"]?.wholeNumber(
            in: Campaign.maxRedemptionsRange)
        campaign.onlyNew = section["only_new"]?.word(TenantDefinition.OnlyNew.self)
        section.read("per_app_user", into: &campaign.perAppUser) {
            $0.wholeNumber(in: Campaign.perAppUserRange)
        }
        section.read("without_subscription", into: &campaign.withoutSubscription) { $0.flag() }
        section.read("stackable", into: &campaign.isStackable) { $0.flag() }
        if let from = campaign.validFrom, let until = campaign.validUntil, from >= until {
            section["valid_until"]?.report("It must be later than “valid_from”.")
        }
        return campaign
    }

    /// Returns the digest of a shared code; reports a code that two campaigns have.
    private mutating func codeDigest(in value: FileValue) -> [UInt8]? {
        guard let text = value.text(maximumBytes: 200) else { return nil }
        guard PromoCode.canBeChosen(text) else {
            let range = PromoCode.chosenCharactersRange
            value.report(
                "A code is \(range.lowerBound) to \(range.upperBound) letters from A to Z and "
                    + "digits; spaces and dashes do not count.")
            return nil
        }
        let digest = PromoCode.digest(of: text)
        if let first = placesOfDigests[digest] {
            value.report("Another campaign has this code already, on line \(first.line).")
        } else {
            placesOfDigests[digest] = value
        }
        return digest
    }
}
