import Entitlements

/// Reads the fields of an object of RevenueCat's by name and type.
///
/// Absent, null and the empty text all mean that nothing was said. A field of another type than
/// RevenueCat documents is ``Trouble/unreadable(_:)``.
struct RevenueCatFields {
    enum Trouble: Error {
        /// A known field is missing or of the wrong type: `purchase_date_missing`.
        case unreadable(String)
        /// A field has a value that nothing can hold, which the end of a sentence says.
        case outOfRange(field: String, String)

        /// A constant word for it: nothing of what was read is in it.
        var reason: String {
            switch self {
            case .unreadable(let reason): reason
            case .outOfRange(let field, _): "\(field)_out_of_range"
            }
        }
    }

    static let maximumTextBytes = AppUserID.maximumBytes
    static let maximumListedIDs = 1_000

    /// Ten thousand million dollars; beyond it a price is noise.
    static let maximumPrice = 1e10

    private let object: JSONObject

    init(_ object: JSONObject) {
        self.object = object
    }

    /// Nil where the field is absent or null.
    func value(_ name: String) -> JSONValue? {
        guard let value = object[name], !value.isNull else { return nil }
        return value
    }

    /// Whether the field is there, be it null.
    func hasMember(_ name: String) -> Bool {
        object[name] != nil
    }

    func text(_ name: String) throws(Trouble) -> String? {
        guard let value = value(name) else { return nil }
        guard let text = value.string else { throw .unreadable("\(name)_not_a_string") }
        return try sayable(text, in: name)
    }

    /// An enumeration, lower-cased; values nobody has heard of are kept.
    func word(_ name: String) throws(Trouble) -> String? {
        try text(name)?.lowerCasedASCII
    }

    func list(_ name: String) throws(Trouble) -> [String]? {
        guard let value = value(name) else { return nil }
        guard let elements = value.array else { throw .unreadable("\(name)_not_an_array") }
        guard elements.count <= Self.maximumListedIDs else { throw .unreadable("\(name)_too_long") }
        var texts: [String] = []
        for element in elements where !element.isNull {
            guard let text = element.string else {
                throw .unreadable("\(name)_not_an_array_of_strings")
            }
            if let text = try sayable(text, in: name) { texts.append(text) }
        }
        return texts
    }

    func flag(_ name: String) throws(Trouble) -> Bool? {
        guard let value = value(name) else { return nil }
        guard case .bool(let flag) = value else { throw .unreadable("\(name)_not_a_boolean") }
        return flag
    }

    func time(_ name: String) throws(Trouble) -> Timestamp? {
        guard let value = value(name) else { return nil }
        guard case .integer(let milliseconds) = value else {
            throw .unreadable("\(name)_not_an_integer")
        }
        guard let time = Timestamp(milliseconds: milliseconds) else {
            throw .outOfRange(field: name, "is outside the years 0001 to 9999")
        }
        return time
    }

    func price(_ name: String) throws(Trouble) -> JSONValue? {
        guard let value = value(name) else { return nil }
        let amount: Double
        switch value {
        case .integer(let number): amount = Double(number)
        case .decimal(let number): amount = number.value
        default: throw .unreadable("\(name)_not_a_number")
        }
        guard abs(amount) <= Self.maximumPrice else {
            throw .outOfRange(field: name, "is out of range")
        }
        return value
    }

    private func sayable(_ text: String, in name: String) throws(Trouble) -> String? {
        guard text.utf8.count <= Self.maximumTextBytes else {
            throw .outOfRange(
                field: name, "is longer than \(Self.maximumTextBytes) bytes")
        }
        return text.isEmpty ? nil : text
    }
}

extension String {
    /// Lower case for A to Z only: what else a value holds is kept to the byte.
    var lowerCasedASCII: String {
        let capitals = UInt8(ascii: "A")...UInt8(ascii: "Z")
        return String(
            decoding: utf8.map { capitals.contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
}

extension [String] {
    /// Without repetitions, compared byte for byte, in order.
    var distinct: [String] {
        var seen: Set<[UInt8]> = []
        return filter { seen.insert(Array<UInt8>($0.utf8)).inserted }
    }
}
