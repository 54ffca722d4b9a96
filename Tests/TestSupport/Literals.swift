package import Entitlements

/// Allows a timestamp as a string literal: `"2026-11-21T10:00:00Z"`.
extension Timestamp: ExpressibleByStringLiteral {
    package init(stringLiteral text: StaticString) {
        guard let timestamp = Timestamp(rfc3339: text.description) else {
            preconditionFailure("“\(text)” is not a moment")
        }
        self = timestamp
    }

    package func advanced(byDays days: Int64) -> Timestamp {
        advanced(bySeconds: days * 86_400)
    }
}

/// Allows an app user id as a string literal, with interpolations: `"u_\(number)"`.
extension AppUserID: ExpressibleByStringInterpolation {
    package init(stringLiteral text: String) { self.init(text) }

    /// Takes any text, also what the server refuses.
    package init(_ text: String) { self.init(unchecked: text) }
}

/// Allows JSON values as Swift literals; `nil` is null.
extension JSONValue: ExpressibleByStringLiteral {
    package init(stringLiteral text: String) { self = .string(text) }
}

extension JSONValue: ExpressibleByNilLiteral {
    package init(nilLiteral: ()) { self = .null }
}

extension JSONValue: ExpressibleByBooleanLiteral {
    package init(booleanLiteral flag: Bool) { self = .bool(flag) }
}

extension JSONValue: ExpressibleByIntegerLiteral {
    package init(integerLiteral number: Int64) { self = .integer(number) }
}

extension JSONValue: ExpressibleByFloatLiteral {
    package init(floatLiteral number: Double) {
        self = JSONDecimal(number).map(JSONValue.decimal) ?? .null
    }
}

extension JSONValue: ExpressibleByArrayLiteral {
    package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral members: (String, JSONValue)...) {
        var object = JSONObject()
        for (name, value) in members { object[name] = value }
        self = .object(object)
    }
}

extension JSONValue {
    package static func texts(_ texts: [String]?) -> JSONValue {
        texts.map { .array($0.map(JSONValue.string)) } ?? .null
    }

    package static func text(_ text: String?) -> JSONValue {
        text.map(JSONValue.string) ?? .null
    }

    /// Milliseconds since the epoch, as RevenueCat writes times, or null.
    package static func milliseconds(_ time: Timestamp?) -> JSONValue {
        time.map { .integer($0.microsecondsSinceEpoch / 1_000) } ?? .null
    }
}
