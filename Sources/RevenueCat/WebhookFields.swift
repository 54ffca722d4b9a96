import Entitlements

/// Reads the fields of an event by name and type.
///
/// Absent, null and the empty text all mean that nothing was said. A field of another type than
/// RevenueCat documents is ``Trouble/unreadable(_:)``.
struct WebhookFields {
    enum Trouble: Error {
        /// A known field is of the wrong type; the event is kept and marked with this reason.
        case unreadable(String)
        /// A value that nothing can hold; the event is refused with this sentence.
        case outOfRange(String)
    }

    static let maximumTextBytes = AppUserID.maximumBytes
    static let maximumListedIDs = 1_000

    /// Ten thousand million dollars; beyond it a price is noise.
    static let maximumPrice = 1e10

    let event: JSONObject

    private func value(_ name: String) -> JSONValue? {
        guard let value = event[name], !value.isNull else { return nil }
        return value
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
            throw .outOfRange("The event's \(name) is outside the years 0001 to 9999.")
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
            throw .outOfRange("The event's \(name) is out of range.")
        }
        return value
    }

    private func sayable(_ text: String, in name: String) throws(Trouble) -> String? {
        guard text.utf8.count <= Self.maximumTextBytes else {
            throw .outOfRange("The event's \(name) is longer than \(Self.maximumTextBytes) bytes.")
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
