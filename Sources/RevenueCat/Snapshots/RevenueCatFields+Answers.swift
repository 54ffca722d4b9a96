import Entitlements

/// What the REST API's answers have and webhooks do not.
extension RevenueCatFields {
    /// Text, or a number where RevenueCat forgot the quotes.
    func identifier(_ name: String) throws(Trouble) -> String? {
        if case .integer(let number) = value(name) { return String(number) }
        return try text(name)
    }

    /// ISO 8601, in some answers with a fraction of the second.
    func date(_ name: String) throws(Trouble) -> Timestamp? {
        guard let text = try text(name) else { return nil }
        guard let time = Timestamp(rfc3339: text) else { throw .unreadable("\(name)_not_a_date") }
        return time
    }

    /// Text of any length, which goes nowhere but back.
    func link(_ name: String) throws(Trouble) -> String? {
        guard let value = value(name) else { return nil }
        guard let text = value.string else { throw .unreadable("\(name)_not_a_string") }
        return text.isEmpty ? nil : text
    }

    func object(_ name: String) throws(Trouble) -> JSONObject? {
        guard let value = value(name) else { return nil }
        guard let object = value.object else { throw .unreadable("\(name)_not_an_object") }
        return object
    }

    func objects(_ name: String) throws(Trouble) -> [JSONObject]? {
        guard let value = value(name) else { return nil }
        guard let elements = value.array else { throw .unreadable("\(name)_not_an_array") }
        return try Self.objects(elements, of: name)
    }

    static func objects(
        _ elements: [JSONValue], of name: String
    ) throws(Trouble) -> [JSONObject] {
        var objects: [JSONObject] = []
        for element in elements {
            guard let object = element.object else {
                throw .unreadable("\(name)_not_an_array_of_objects")
            }
            objects.append(object)
        }
        return objects
    }
}

extension RevenueCatFields {
    /// What the reading cannot do without.
    func required<Value>(
        _ name: String, _ read: (String) throws(Trouble) -> Value?
    ) throws(Trouble) -> Value {
        guard let value = try read(name) else { throw .unreadable("\(name)_missing") }
        return value
    }

    /// Nothing said is not the same as null: a member must be there, though it may be null.
    func requireMember(_ name: String) throws(Trouble) {
        guard hasMember(name) else { throw .unreadable("\(name)_missing") }
    }
}

extension Snapshot.Purchase {
    /// Where it was bought, which decides what some of its other fields mean.
    ///
    /// The test store sells nothing real, and what is granted counts in production.
    mutating func setStore(_ store: String?) {
        self.store = store
        switch store {
        case "test_store": environment = "sandbox"
        case "promotional":
            environment = "production"
            periodType = "promotional"
        case "play_store": splitProductID()
        default: break
        }
    }

    /// Some answers say Play's plan with the product, `subscription:plan`, and some beside it.
    private mutating func splitProductID() {
        let parts = productID?.split(separator: ":", maxSplits: 1) ?? []
        guard productPlanID == nil, parts.count == 2 else { return }
        productID = String(parts[0])
        productPlanID = String(parts[1])
    }

    /// Whether the subscription can go on by itself, its own wish for it aside.
    ///
    /// As a webhook's facts have it: neither what is over nor what could not be paid renews.
    func canRenew(at now: Timestamp) -> Bool {
        guard let expiresAt, expiresAt > now else { return false }
        return store != "promotional" && periodType != "prepaid" && billingIssueAt == nil
            && hasBillingIssue != true && isPaused != true && autoResumeAt == nil
    }
}
