import Entitlements

/// Collects facts in order, leaving out those that were not said.
struct FactWriter {
    private(set) var object = JSONObject()

    init(kind: String) {
        object["kind"] = .string(kind)
    }

    mutating func add(_ name: String, _ value: JSONValue?) {
        object[name] = value
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
