import Entitlements

/// Reads the fields of an object of RevenueCat's by name and type.
///
/// Absent, null and the empty text all mean that nothing was said. A field of another type than
/// RevenueCat documents is a ``Trouble``.
struct RevenueCatFields {
    /// A known field is missing, of the wrong type or out of range.
    struct Trouble: Error {
        /// A constant word for it, `purchase_date_missing`: nothing of what was read is in it.
        let reason: String

        static func unreadable(_ reason: String) -> Trouble { Trouble(reason: reason) }
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

    /// A list of which every element counts.
    func list(_ name: String) throws(Trouble) -> [String]? {
        guard let list = soundList(name) else { return nil }
        if let trouble = list.troubles.first { throw .unreadable(trouble) }
        return list.texts
    }

    /// A list of which what can be read counts.
    func soundList(_ name: String) -> TextList? {
        guard let value = value(name) else { return nil }
        var list = TextList()
        let elements = value.array
        if elements == nil { list.note("\(name)_not_an_array") }
        if elements?.count ?? 0 > Self.maximumListedIDs { list.note("\(name)_too_long") }
        for element in (elements ?? []).prefix(Self.maximumListedIDs) where !element.isNull {
            guard let text = element.string else {
                list.note("\(name)_not_an_array_of_strings")
                continue
            }
            do {
                if let text = try sayable(text, in: name) { list.texts.append(text) }
            } catch {
                list.note(error.reason)
            }
        }
        return list
    }

    /// What can be read of a list of texts, and why the rest cannot.
    struct TextList {
        fileprivate(set) var texts: [String] = []
        fileprivate(set) var troubles: [String] = []

        fileprivate mutating func note(_ trouble: String) {
            if !troubles.contains(trouble) { troubles.append(trouble) }
        }
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
            throw .unreadable("\(name)_out_of_range")
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
            throw .unreadable("\(name)_out_of_range")
        }
        return value
    }

    private func sayable(_ text: String, in name: String) throws(Trouble) -> String? {
        guard text.utf8.count <= Self.maximumTextBytes else {
            throw .unreadable("\(name)_out_of_range")
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
