import Entitlements

/// Collects facts in order, without absent ones.
struct FactWriter {
    private var facts = JSONObject()

    /// Why fields that decide nothing were left out, such as `price_not_a_number`.
    private var unread: [String] = []

    /// Whether the name of an erased app user was left out.
    private(set) var namesErased = false

    init(kind: String) {
        facts["kind"] = .string(kind)
    }

    /// The facts, with `unread` if fields were left out.
    var json: JSONValue {
        var object = facts
        if !unread.isEmpty { object["unread"] = .array(unread.map(JSONValue.string)) }
        return .object(object)
    }

    /// Reads a field that decides nothing; if it cannot be read, notes why and returns nil.
    mutating func sound<Value>(
        _ field: @autoclosure () throws(RevenueCatFields.FieldError) -> Value?
    ) -> Value? {
        do {
            return try field()
        } catch {
            unread.append(error.reason)
            return nil
        }
    }

    /// Returns the texts of a list, and notes why others were left out.
    mutating func sound(_ list: RevenueCatFields.TextList?) -> [String]? {
        unread += list?.troubles ?? []
        return list?.texts
    }

    /// Returns the app user ids among the texts of a field, without duplicates, in order.
    ///
    /// The name of an erased app user is no id, and noted as left out.
    mutating func livingIDs(_ texts: [String], in name: String) -> [String] {
        let ids = texts.distinct.filter { !AppUserID.isErased($0) }
        if ids.count < texts.distinct.count {
            unread.append("\(name)_erased")
            namesErased = true
        }
        return ids
    }

    /// Returns why there are no ids in a field: it has none, or only names of erased app users.
    func lack(of name: String) -> RevenueCatFields.FieldError {
        namesErased ? .erased(name) : .unreadable("\(name)_missing")
    }

    mutating func add(_ name: String, _ value: JSONValue?) {
        facts[name] = value
    }

    mutating func add(_ name: String, _ text: String?) {
        add(name, text.map(JSONValue.string))
    }

    mutating func add(_ name: String, _ time: Timestamp?) {
        add(name, time?.rfc3339)
    }

    mutating func add(_ name: String, _ texts: [String]?) {
        add(name, texts.map { JSONValue.array($0.map(JSONValue.string)) })
    }
}
