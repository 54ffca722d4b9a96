import Entitlements

/// Collects facts in order, leaving out those that were not said.
struct FactWriter {
    private var facts = JSONObject()

    /// Why fields that decide nothing were left out: `price_not_a_number`.
    private var unread: [String] = []

    init(kind: String) {
        facts["kind"] = .string(kind)
    }

    /// The facts; with `unread`, where fields were left out.
    var json: JSONValue {
        var object = facts
        if !unread.isEmpty { object["unread"] = .array(unread.map(JSONValue.string)) }
        return .object(object)
    }

    /// What a field says that decides nothing; nil, and noted, where it cannot be read.
    mutating func sound<Value>(
        _ field: @autoclosure () throws(RevenueCatFields.Trouble) -> Value?
    ) -> Value? {
        do {
            return try field()
        } catch {
            unread.append(error.reason)
            return nil
        }
    }

    /// The texts of a list, without the elements that are none, which are noted.
    mutating func sound(_ list: RevenueCatFields.TextList?) -> [String]? {
        unread += list?.troubles ?? []
        return list?.texts
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
