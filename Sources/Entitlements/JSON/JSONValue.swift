/// A JSON value that keeps the order of members and the spelling of numbers.
package enum JSONValue: Sendable, Equatable {
    case null
    case bool(Bool)
    case integer(Int64)
    /// A number with a fraction or an exponent.
    case decimal(JSONDecimal)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)
}

/// A number with a fraction or an exponent, and its original text, so that a price is written as it
/// was read.
package struct JSONDecimal: Sendable, Equatable {
    package let value: Double
    package let text: String

    /// Requires that the text is a JSON number.
    init(value: Double, text: String) {
        self.value = value
        self.text = text
    }

    /// Nil for infinities and NaN, which JSON does not have.
    package init?(_ value: Double) {
        guard value.isFinite else { return nil }
        self.value = value
        text = value.description
    }
}

/// The members of a JSON object in order, with unique names.
package struct JSONObject: Sendable, Equatable {
    package struct Member: Sendable, Equatable {
        package var name: String
        package var value: JSONValue
    }

    package private(set) var members: [Member]

    package init() {
        members = []
    }

    /// Requires that the names are unique.
    init(distinct members: [Member]) {
        self.members = members
    }

    /// The value of a member.
    ///
    /// Setting nil removes the member; setting a new name appends it.
    package subscript(name: String) -> JSONValue? {
        get {
            members.first { $0.name.hasSameBytes(as: name) }?.value
        }
        set {
            let index = members.firstIndex { $0.name.hasSameBytes(as: name) }
            switch (index, newValue) {
            case (let index?, let value?): members[index].value = value
            case (let index?, nil): members.remove(at: index)
            case (nil, let value?): members.append(Member(name: name, value: value))
            case (nil, nil): break
            }
        }
    }
}

extension String {
    /// Whether the UTF-8 is the same; `==` would call other spellings of one character equal.
    ///
    /// Names differ in length more often than not, and that costs nothing to see.
    func hasSameBytes(as other: String) -> Bool {
        utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
    }
}

extension JSONValue {
    package var object: JSONObject? {
        guard case .object(let object) = self else { return nil }
        return object
    }

    package var array: [JSONValue]? {
        guard case .array(let array) = self else { return nil }
        return array
    }

    package var string: String? {
        guard case .string(let string) = self else { return nil }
        return string
    }

    package var isNull: Bool { self == .null }

    /// An object of these members.
    package static func members(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
        var object = JSONObject()
        for (name, value) in members { object[name] = value }
        return .object(object)
    }

    /// The member of an object; nil for anything that is not an object.
    package subscript(name: String) -> JSONValue? { object?[name] }
}

extension JSONValue {
    /// Compact JSON text with the members in order.
    package var bytes: [UInt8] {
        var writer = JSONWriter()
        writer.value(self)
        return writer.bytes
    }

    /// Compact JSON text with the members sorted by name; equal values give equal bytes.
    package var canonicalBytes: [UInt8] { sorted.bytes }

    private var sorted: JSONValue {
        switch self {
        case .array(let elements):
            return .array(elements.map(\.sorted))
        case .object(let object):
            let members = object.members
                .map { JSONObject.Member(name: $0.name, value: $0.value.sorted) }
                .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
            return .object(JSONObject(distinct: members))
        case .null, .bool, .integer, .decimal, .string:
            return self
        }
    }
}
