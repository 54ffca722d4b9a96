extension TenantDefinition {
    /// The definition as SQL's `apply_tenant` takes it.
    ///
    /// Equal definitions give equal bytes; the order in their files does not matter.
    package var canonicalJSON: [UInt8] {
        var writer = JSONWriter(reservingBytes: 4_096)
        writer.beginObject()
        writer.name("end_users")
        writer.endUsers(tokenIssuers)
        writer.name("entitlements")
        writer.array(entitlements.sorted { $0.id < $1.id }) { $0.entitlement($1) }
        writer.name("features")
        writer.array(features.sorted { $0.id < $1.id }) { $0.feature($1) }
        writer.name("free_plan")
        writer.string(freePlan)
        writer.name("households")
        writer.households(households)
        writer.name("limits")
        writer.array(limits.sorted { $0.id < $1.id }) { $0.limit($1) }
        writer.name("name")
        writer.string(name)
        writer.name("order_expiry_hours")
        writer.integer(orderExpiryHours)
        writer.name("people")
        writer.people(people)
        writer.name("products")
        writer.array(products.sorted { $0.id < $1.id }) { $0.product($1) }
        writer.name("revenuecat")
        writer.readBack(readBack)
        writer.name("sandbox")
        writer.string(sandbox.rawValue)
        writer.name("slug")
        writer.string(slug.rawValue)
        writer.name("webhooks")
        writer.webhooks(webhooks)
        writer.endObject()
        return writer.bytes
    }
}

extension JSONWriter {
    fileprivate mutating func array<Element>(
        _ elements: some Sequence<Element>, _ write: (inout JSONWriter, Element) -> Void
    ) {
        beginArray()
        for element in elements { write(&self, element) }
        endArray()
    }

    fileprivate mutating func entitlement(_ entitlement: TenantDefinition.Entitlement) {
        beginObject()
        name("id")
        string(entitlement.id.rawValue)
        name("implies")
        array(entitlement.implies.sorted()) { $0.string($1.rawValue) }
        name("is_shared")
        bool(entitlement.isShared)
        name("rank")
        integer(entitlement.rank)
        endObject()
    }

    fileprivate mutating func product(_ product: TenantDefinition.Product) {
        beginObject()
        name("credits")
        array(product.credits.sorted { $0.key < $1.key }) { $0.amount($1.value, of: $1.key) }
        name("duration")
        stringOrNull(product.duration?.rawValue)
        name("entitlements")
        array(product.entitlements.sorted()) { $0.string($1.rawValue) }
        name("id")
        string(product.id.rawValue)
        name("kind")
        string(product.kind.rawValue)
        name("seats")
        integerOrNull(product.seats)
        name("trial")
        stringOrNull(product.trial?.rawValue)
        endObject()
    }

    fileprivate mutating func feature(_ feature: TenantDefinition.Feature) {
        beginObject()
        name("entitlement")
        stringOrNull(feature.entitlement?.rawValue)
        name("id")
        string(feature.id.rawValue)
        endObject()
    }

    /// Writes an amount of a limit or credit; null means unlimited.
    private mutating func amount(_ amount: Int?, of id: some Identifier) {
        beginObject()
        name("amount")
        integerOrNull(amount)
        name("id")
        string(id.rawValue)
        endObject()
    }

    fileprivate mutating func limit(_ limit: TenantDefinition.Limit) {
        beginObject()
        name("entitlements")
        array(limit.entitlements.sorted { $0.key < $1.key }) {
            $0.amount($1.value.amount, of: $1.key)
        }
        name("free")
        integer(limit.free)
        name("id")
        string(limit.id.rawValue)
        name("period")
        stringOrNull(limit.period?.rawValue)
        endObject()
    }

    fileprivate mutating func households(_ rules: TenantDefinition.HouseholdRules) {
        beginObject()
        name("confirm_by_owner")
        bool(rules.confirmByOwner)
        name("departure_grace_days")
        integer(rules.departureGraceDays)
        name("downgrade")
        string(rules.downgrade.rawValue)
        name("downgrade_notice_days")
        integer(rules.downgradeNoticeDays)
        name("invite_ttl_days")
        integer(rules.inviteTTLDays)
        name("invites_within_seats")
        bool(rules.invitesWithinSeats)
        name("joins_per_30_days")
        integer(rules.joinsPer30Days)
        name("max_members")
        integer(rules.maxMembers)
        name("owner_leaves")
        string(rules.ownerLeaves.rawValue)
        name("shares_from")
        string(rules.sharesFrom.rawValue)
        name("switch_cooldown_days")
        integer(rules.switchCooldownDays)
        name("transfer_hold_days")
        integer(rules.transferHoldDays)
        endObject()
    }

    fileprivate mutating func people(_ rules: TenantDefinition.PeopleRules) {
        beginObject()
        name("aliases")
        string(rules.aliases.rawValue)
        name("anonymous_ids")
        array(rules.anonymousIDs.sorted()) { $0.string($1) }
        name("claim_attempts_per_hour")
        integer(rules.claimAttemptsPerHour)
        name("claim_expiry_days")
        integer(rules.claimExpiryDays)
        name("claims_per_30_days")
        integer(rules.claimsPer30Days)
        name("restore_behavior")
        string(rules.restoreBehavior.rawValue)
        name("tenant_claim_attempts_per_hour")
        integer(rules.tenantClaimAttemptsPerHour)
        endObject()
    }

    fileprivate mutating func readBack(_ policy: TenantDefinition.ReadBackPolicy) {
        beginObject()
        name("api")
        string(policy.api.rawValue)
        name("project")
        stringOrNull(policy.project)
        name("requests_per_minute")
        integer(policy.requestsPerMinute)
        endObject()
    }

    fileprivate mutating func webhooks(_ policy: TenantDefinition.WebhookPolicy) {
        beginObject()
        name("authentication")
        array(policy.authentication.map(\.rawValue).sorted()) { $0.string($1) }
        name("signature_header")
        string(policy.signatureHeader)
        endObject()
    }

    fileprivate mutating func endUsers(_ issuers: [TenantDefinition.TokenIssuer]) {
        beginObject()
        name("issuers")
        let inOrder = issuers.sorted {
            $0.issuer.utf8.lexicographicallyPrecedes($1.issuer.utf8)
        }
        array(inOrder) { $0.issuer($1) }
        endObject()
    }

    private mutating func issuer(_ issuer: TenantDefinition.TokenIssuer) {
        beginObject()
        name("algorithms")
        array(issuer.algorithms.map(\.rawValue).sorted()) { $0.string($1) }
        name("anonymous_claim")
        string(issuer.anonymousClaim)
        name("app_user_id_prefix")
        string(issuer.appUserIDPrefix)
        name("audience")
        stringOrNull(issuer.audience)
        name("authorized_parties")
        array(issuer.authorizedParties.sorted()) { $0.string($1) }
        name("issuer")
        string(issuer.issuer)
        name("jwks_url")
        stringOrNull(issuer.keySetURL?.rawValue)
        endObject()
    }

    private mutating func stringOrNull(_ text: String?) {
        if let text { string(text) } else { null() }
    }

    private mutating func integerOrNull(_ number: Int?) {
        if let number { integer(number) } else { null() }
    }
}
