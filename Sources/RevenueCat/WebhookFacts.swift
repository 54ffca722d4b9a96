import Entitlements

/// Translates an event to the JSON facts that SQL's `receive_webhook_events` takes.
///
/// Absent fields give no facts. Times are RFC 3339, enumerations lower case. A field that decides
/// access must be sound. Any other field with a problem is left out and named in `unread`.
enum WebhookFacts {
    /// Nil if the type is unknown.
    static func read(
        from event: JSONObject, ofType type: String
    ) throws(RevenueCatFields.FieldError) -> JSONValue? {
        let fields = RevenueCatFields(event)
        guard let kind = try WebhookKind(type: type, fields: fields) else { return nil }
        var facts = FactWriter(kind: kind.name)
        facts.add("occurred_at", try fields.time("event_timestamp_ms"))
        switch kind {
        case .purchase: try facts.addPurchase(from: fields)
        case .transfer(let from, let to): try facts.addTransfer(from: from, to: to, fields)
        case .alias: try facts.addAlias(from: fields)
        case .informative: facts.add("app_user_ids", try facts.appUserIDs(of: fields))
        case .test: return facts.json
        }
        facts.addAttributes(from: fields)
        return facts.json
    }

    /// Returns the app user ids of an event that cannot be applied, for the snapshot queue; nil if
    /// it has none.
    static func names(from event: JSONObject) -> JSONValue? {
        let fields = RevenueCatFields(event)
        var facts = FactWriter(kind: "unknown")
        let current = facts.sound(try fields.text("app_user_id"))
        let ids =
            facts.livingIDs([current].compactMap { $0 }, in: "app_user_id")
            + facts.otherIDs(of: fields)
        let from = ["transferred_from", "redeemed_from"].flatMap { facts.texts($0, of: fields) }
        let to = ["transferred_to", "redeemed_by"].flatMap { facts.texts($0, of: fields) }
        guard !(ids + from + to).isEmpty || facts.namesErased else { return nil }
        facts.add("environment", facts.sound(try fields.environment()))
        facts.add("app_user_ids", ids.distinct)
        facts.add("transferred_from", from.distinct)
        facts.add("transferred_to", to.distinct)
        facts.addAttributes(from: fields)
        return facts.json
    }
}

extension FactWriter {
    fileprivate mutating func addPurchase(
        from fields: RevenueCatFields
    ) throws(RevenueCatFields.FieldError) {
        let ids = try appUserIDs(of: fields)
        guard let owner = ids.first else { throw lack(of: "app_user_id") }
        add("environment", try fields.environment() ?? "production")
        add("store", try fields.word("store"))
        add("app_user_id", owner)
        add("app_user_ids", ids)
        add("product_id", try fields.text("product_id"))
        add("new_product_id", sound(try fields.text("new_product_id")))
        add("period_type", sound(try fields.word("period_type")))
        add("purchased_at", try fields.time("purchased_at_ms"))
        add("expires_at", try fields.time("expiration_at_ms"))
        add("grace_expires_at", try fields.time("grace_period_expiration_at_ms"))
        add("auto_resume_at", sound(try fields.time("auto_resume_at_ms")))
        add("cancel_reason", sound(try fields.word("cancel_reason")))
        add("expiration_reason", sound(try fields.word("expiration_reason")))
        add("price", sound(try fields.price("price")))
        addOffer(from: fields)
        add("is_family_share", try fields.flag("is_family_share").map(JSONValue.bool))
        addEntitlementIDs(from: fields)
        addItems(from: fields)
        add("quantity", sound(try fields.quantity()).map(JSONValue.integer))
        add("transaction_id", try fields.text("transaction_id"))
        add("original_transaction_id", try fields.text("original_transaction_id"))
    }

    /// Adds what was offered and paid, which decides no access.
    private mutating func addOffer(from fields: RevenueCatFields) {
        add(
            "price_in_purchased_currency",
            sound(try fields.price("price_in_purchased_currency")))
        for name in ["currency", "country_code", "offer_code", "presented_offering_id"] {
            add(name, sound(try fields.text(name)))
        }
        add(
            "is_trial_conversion",
            sound(try fields.flag("is_trial_conversion")).map(JSONValue.bool))
    }

    /// Adds both fields: the singular one is deprecated, but still occurs.
    private mutating func addEntitlementIDs(from fields: RevenueCatFields) {
        let several = sound(fields.soundList("entitlement_ids"))
        let one = sound(try fields.text("entitlement_id"))
        guard several != nil || one != nil else { return }
        add("entitlement_ids", ((several ?? []) + [one].compactMap { $0 }).distinct)
    }

    /// A transfer without an environment moves the purchases of both.
    fileprivate mutating func addTransfer(
        from source: String, to destination: String, _ fields: RevenueCatFields
    ) throws(RevenueCatFields.FieldError) {
        let from = livingIDs(try fields.list(source) ?? [], in: source)
        guard !from.isEmpty else { throw lack(of: source) }
        let to = livingIDs(try fields.list(destination) ?? [], in: destination)
        guard !to.isEmpty else { throw lack(of: destination) }
        add("environment", try fields.environment())
        add("store", try fields.word("store"))
        add("transferred_from", from)
        add("transferred_to", to)
    }

    fileprivate mutating func addAlias(
        from fields: RevenueCatFields
    ) throws(RevenueCatFields.FieldError) {
        let redeemedFrom = livingIDs(try fields.list("redeemed_from") ?? [], in: "redeemed_from")
        let redeemedBy = livingIDs(try fields.list("redeemed_by") ?? [], in: "redeemed_by")
        let ids = (try appUserIDs(of: fields) + redeemedFrom + redeemedBy).distinct
        guard !ids.isEmpty else { throw lack(of: "app_user_id") }
        add("environment", try fields.environment() ?? "production")
        add("store", try fields.word("store"))
        add("app_user_ids", ids)
    }

    /// Returns the ids of the event's app user, first the one that the evidence belongs to.
    ///
    /// In RevenueCat's samples, none of the three fields always has the ids of the others.
    fileprivate mutating func appUserIDs(
        of fields: RevenueCatFields
    ) throws(RevenueCatFields.FieldError) -> [String] {
        let current = try fields.text("app_user_id")
        return
            (livingIDs([current].compactMap { $0 }, in: "app_user_id") + otherIDs(of: fields))
            .distinct
    }

    fileprivate mutating func otherIDs(of fields: RevenueCatFields) -> [String] {
        let original = sound(try fields.text("original_app_user_id"))
        return livingIDs([original].compactMap { $0 }, in: "original_app_user_id")
            + texts("aliases", of: fields)
    }

    fileprivate mutating func texts(_ name: String, of fields: RevenueCatFields) -> [String] {
        livingIDs(sound(fields.soundList(name)) ?? [], in: name)
    }
}

extension RevenueCatFields {
    /// Reads the environment; the test store is always sandbox.
    fileprivate func environment() throws(FieldError) -> String? {
        if try word("store") == "test_store" { return "sandbox" }
        if let environment = try word("environment") { return environment }
        return try word("purchase_environment")
    }
}
