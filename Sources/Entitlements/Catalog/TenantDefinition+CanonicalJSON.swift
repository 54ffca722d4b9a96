import FoundationEssentials

extension TenantDefinition {
    /// The definition as SQL's `apply_tenant` takes it.
    ///
    /// Equal definitions give equal bytes; the order in their files does not matter.
    package var canonicalJSON: [UInt8] {
        get throws {
            try encoded(self)
        }
    }
}

extension TenantDefinition.CodeCampaign {
    /// The campaign as SQL's `put_campaign` takes it.
    package var canonicalJSON: [UInt8] {
        get throws { try encoded(self) }
    }
}

private func encoded(_ value: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return [UInt8](try encoder.encode(value))
}

extension TenantDefinition: Encodable {
    private enum CodingKeys: String, CodingKey {
        case slug, name, freePlan, sandbox, webhooks, entitlements, products, features, limits
        case households, people, orderExpiryHours, refundedCredits, timeZone, codes
        case referrals, notices, changesKeptDays, unmappedFeatures
        case snapshotPolicy = "revenuecat"
        case computesFigures = "figures"
        case endUsers, sandboxTesters, retention, support
    }

    package func encode(to encoder: any Encoder) throws {
        var json = encoder.container(keyedBy: CodingKeys.self)
        try json.encode(slug, forKey: .slug)
        try json.encode(name, forKey: .name)
        try json.encode(freePlan, forKey: .freePlan)
        try json.encode(sandbox, forKey: .sandbox)
        try json.encode(webhooks, forKey: .webhooks)
        try json.encode(entitlements.sorted { $0.id < $1.id }, forKey: .entitlements)
        try json.encode(products.sorted { $0.id < $1.id }, forKey: .products)
        try json.encode(features.sorted { $0.id < $1.id }, forKey: .features)
        // Left out where it is the default, so that older definitions stay equal.
        if unmappedFeatures != .error {
            try json.encode(unmappedFeatures, forKey: .unmappedFeatures)
        }
        if !computesFigures { try json.encode(computesFigures, forKey: .computesFigures) }
        if retention != Retention() { try json.encode(retention, forKey: .retention) }
        if support != SupportRules() { try json.encode(support, forKey: .support) }
        if !sandboxTesters.isEmpty {
            try json.encode(
                sandboxTesters.sorted { $0.appUserID < $1.appUserID }, forKey: .sandboxTesters)
        }
        try json.encode(limits.sorted { $0.id < $1.id }, forKey: .limits)
        try json.encode(households, forKey: .households)
        try json.encode(people, forKey: .people)
        try json.encode(snapshotPolicy, forKey: .snapshotPolicy)
        try json.encode(orderExpiryHours, forKey: .orderExpiryHours)
        try json.encode(refundedCredits, forKey: .refundedCredits)
        try json.encode(timeZone, forKey: .timeZone)
        try json.encode(codes, forKey: .codes)
        try json.encode(changesKeptDays, forKey: .changesKeptDays)
        try json.encodeIfPresent(referrals, forKey: .referrals)
        try json.encode(notices, forKey: .notices)
        try json.encode(EndUsers(issuers: tokenIssuers, rules: endUsers), forKey: .endUsers)
    }
}

/// The file's section on end users.
private struct EndUsers: Encodable {
    let issuers: [TenantDefinition.TokenIssuer]
    let mayConsume: [LimitID]
    let origins: [String]
    let writesPerMinute: Int

    init(issuers: [TenantDefinition.TokenIssuer], rules: TenantDefinition.EndUserRules) {
        self.issuers = issuers.sorted {
            $0.issuer.utf8.lexicographicallyPrecedes($1.issuer.utf8)
        }
        mayConsume = rules.mayConsume.sorted()
        origins = rules.origins.sorted().map(\.rawValue)
        writesPerMinute = rules.writesPerMinute
    }
}

extension TenantDefinition.WebhookPolicy: Encodable {
    private enum CodingKeys: CodingKey {
        case authentication, signatureHeader
    }

    package func encode(to encoder: any Encoder) throws {
        var json = encoder.container(keyedBy: CodingKeys.self)
        try json.encode(authentication.map(\.rawValue).sorted(), forKey: .authentication)
        try json.encode(signatureHeader, forKey: .signatureHeader)
    }
}

extension TenantDefinition.Entitlement: Encodable {
    private enum CodingKeys: CodingKey {
        case id, rank, isShared, implies
    }

    package func encode(to encoder: any Encoder) throws {
        var json = encoder.container(keyedBy: CodingKeys.self)
        try json.encode(id, forKey: .id)
        try json.encode(rank, forKey: .rank)
        try json.encode(isShared, forKey: .isShared)
        try json.encode(implies.sorted(), forKey: .implies)
    }
}

extension TenantDefinition.Product: Encodable {
    private enum CodingKeys: CodingKey {
        case id, kind, duration, trial, entitlements, seats, credits
    }

    package func encode(to encoder: any Encoder) throws {
        var json = encoder.container(keyedBy: CodingKeys.self)
        try json.encode(id, forKey: .id)
        try json.encode(kind, forKey: .kind)
        try json.encodeIfPresent(duration, forKey: .duration)
        try json.encodeIfPresent(trial, forKey: .trial)
        try json.encode(entitlements.sorted(), forKey: .entitlements)
        try json.encodeIfPresent(seats, forKey: .seats)
        try json.encode(Amount.sorted(credits), forKey: .credits)
    }
}

extension TenantDefinition.Limit: Encodable {
    private enum CodingKeys: CodingKey {
        case id, period, monthDay, rollingHours, free, entitlements, pool, perMember, counts
    }

    package func encode(to encoder: any Encoder) throws {
        var json = encoder.container(keyedBy: CodingKeys.self)
        try json.encode(id, forKey: .id)
        switch period {
        case .every(let unit): try json.encode(unit, forKey: .period)
        case .monthDay(let day):
            try json.encode(TenantDefinition.LimitPeriod.Unit.month, forKey: .period)
            try json.encode(day, forKey: .monthDay)
        case .rolling(let hours): try json.encode(hours, forKey: .rollingHours)
        case nil: break
        }
        try json.encode(free, forKey: .free)
        let lifting = entitlements.sorted { $0.key < $1.key }
        try json.encode(lifting.map(Lifting.init), forKey: .entitlements)
        try json.encodeIfPresent(pool.map { _ in "household" }, forKey: .pool)
        try json.encodeIfPresent(pool?.perMember, forKey: .perMember)
        try json.encodeIfPresent(counts == .all ? counts : nil, forKey: .counts)
    }
}

/// What an entitlement allows; an absent amount means unlimited.
private struct Lifting: Encodable {
    let id: EntitlementID
    let amount: Int?
    let fairUse: Int?
    let isHard: Bool?

    init(id: EntitlementID, allowance: TenantDefinition.Allowance) {
        self.id = id
        amount = allowance.amount
        fairUse = allowance.fairUse
        isHard = allowance.isHard ? true : nil
    }
}

/// An amount of a credit.
private struct Amount<ID: Identifier>: Encodable {
    let id: ID
    let amount: Int

    static func sorted(_ amounts: [ID: Int]) -> [Amount] {
        amounts.sorted { $0.key < $1.key }.map { Amount(id: $0.key, amount: $0.value) }
    }
}

extension TenantDefinition.PeopleRules: Encodable {
    private enum CodingKeys: String, CodingKey {
        case aliases, claimAttemptsPerHour, claimExpiryDays, restoreBehavior
        case tenantClaimAttemptsPerHour
        case anonymousIDs = "anonymous_ids"
        case claimsPer30Days = "claims_per_30_days"
    }

    package func encode(to encoder: any Encoder) throws {
        var json = encoder.container(keyedBy: CodingKeys.self)
        try json.encode(aliases, forKey: .aliases)
        try json.encode(anonymousIDs.sorted(), forKey: .anonymousIDs)
        try json.encode(claimAttemptsPerHour, forKey: .claimAttemptsPerHour)
        try json.encode(claimExpiryDays, forKey: .claimExpiryDays)
        try json.encode(claimsPer30Days, forKey: .claimsPer30Days)
        try json.encode(restoreBehavior, forKey: .restoreBehavior)
        try json.encode(tenantClaimAttemptsPerHour, forKey: .tenantClaimAttemptsPerHour)
    }
}

extension TenantDefinition.TokenIssuer: Encodable {
    private enum CodingKeys: String, CodingKey {
        case issuer, algorithms, audience, authorizedParties, anonymousClaim
        case appUserIDPrefix = "app_user_id_prefix"
        case keySetURL = "jwks_url"
    }

    package func encode(to encoder: any Encoder) throws {
        var json = encoder.container(keyedBy: CodingKeys.self)
        try json.encode(issuer, forKey: .issuer)
        try json.encode(algorithms.map(\.rawValue).sorted(), forKey: .algorithms)
        try json.encodeIfPresent(keySetURL?.rawValue, forKey: .keySetURL)
        try json.encodeIfPresent(audience, forKey: .audience)
        try json.encode(authorizedParties.sorted(), forKey: .authorizedParties)
        try json.encode(anonymousClaim, forKey: .anonymousClaim)
        try json.encode(appUserIDPrefix, forKey: .appUserIDPrefix)
    }
}
