import Entitlements

/// Types of fields that only the REST API's answers have.
extension RevenueCatFields {
    /// Reads a text, or a number: RevenueCat sometimes omits the quotes.
    func identifier(_ name: String) throws(FieldError) -> String? {
        if case .integer(let number) = value(name) { return String(number) }
        return try text(name)
    }

    /// Reads an ISO 8601 date; some answers have fractions of a second.
    func date(_ name: String) throws(FieldError) -> Timestamp? {
        guard let text = try text(name) else { return nil }
        guard let time = Timestamp(rfc3339: text) else { throw .unreadable("\(name)_not_a_date") }
        return time
    }

    /// Reads a text of any length, which is only sent back.
    func link(_ name: String) throws(FieldError) -> String? {
        guard let value = value(name) else { return nil }
        guard let text = value.string else { throw .unreadable("\(name)_not_a_string") }
        return text.isEmpty ? nil : text
    }

    func object(_ name: String) throws(FieldError) -> JSONObject? {
        guard let value = value(name) else { return nil }
        guard let object = value.object else { throw .unreadable("\(name)_not_an_object") }
        return object
    }

    func objects(_ name: String) throws(FieldError) -> [JSONObject]? {
        guard let value = value(name) else { return nil }
        guard let elements = value.array else { throw .unreadable("\(name)_not_an_array") }
        return try Self.objects(elements, of: name)
    }

    static func objects(
        _ elements: [JSONValue], of name: String
    ) throws(FieldError) -> [JSONObject] {
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
    /// Reads a field that a snapshot needs; throws if it is missing.
    func required<Value>(
        _ name: String, _ read: (String) throws(FieldError) -> Value?
    ) throws(FieldError) -> Value {
        guard let value = try read(name) else { throw .unreadable("\(name)_missing") }
        return value
    }

    /// Throws if a member is absent; null is allowed.
    func requireMember(_ name: String) throws(FieldError) {
        guard hasMember(name) else { throw .unreadable("\(name)_missing") }
    }
}

extension Snapshot.Purchase {
    /// Sets the store and the fields that depend on it.
    ///
    /// The test store is always sandbox, and promotional grants are always production.
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

    /// Splits `subscription:plan`: some answers have Play's plan so, some in its own field.
    private mutating func splitProductID() {
        let parts = productID?.split(separator: ":", maxSplits: 1) ?? []
        guard productPlanID == nil, parts.count == 2 else { return }
        productID = String(parts[0])
        productPlanID = String(parts[1])
    }

    /// Whether the subscription can renew, apart from the customer's choice.
    ///
    /// As with webhooks, an expired or unpaid subscription does not renew.
    func canRenew(at now: Timestamp) -> Bool {
        guard let expiresAt, expiresAt > now else { return false }
        return store != "promotional" && periodType != "prepaid" && billingIssueAt == nil
            && hasBillingIssue != true && isPaused != true && autoResumeAt == nil
    }
}
