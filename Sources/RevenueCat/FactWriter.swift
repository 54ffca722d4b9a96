import Entitlements

/// Collects facts in order, without absent ones.
struct FactWriter {
    private var facts = JSONObject()

    /// Why fields that decide nothing were left out, such as `price_not_a_number`.
    private var unread: [String] = []

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
