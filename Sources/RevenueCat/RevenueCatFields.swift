import Entitlements

/// Reads the fields of an object from RevenueCat by name and type.
///
/// Absent, null and the empty text mean the same. A field whose type differs from RevenueCat's
/// documentation is a ``FieldError``.
struct RevenueCatFields {
    /// A known field is missing, of the wrong type or out of range.
    struct FieldError: Error {
        /// A constant word without content of the object, such as `purchase_date_missing`.
        let reason: String

        /// Whether no later release can read the field: it only names erased app users.
        let isFinal: Bool

        static func unreadable(_ reason: String) -> FieldError {
            FieldError(reason: reason, isFinal: false)
        }

        static func erased(_ name: String) -> FieldError {
            FieldError(reason: "\(name)_erased", isFinal: true)
        }
    }

    static let maximumTextBytes = AppUserID.maximumBytes
    static let maximumListedIDs = 1_000

    /// In dollars; a higher price is an error.
    static let maximumPrice = 1e10

    private let object: JSONObject

    init(_ object: JSONObject) {
        self.object = object
    }

    /// Nil if the field is absent or null.
    func value(_ name: String) -> JSONValue? {
        guard let value = object[name], !value.isNull else { return nil }
        return value
    }

    /// Whether the field is present, even if null.
    func hasMember(_ name: String) -> Bool {
        object[name] != nil
    }

    func text(_ name: String) throws(FieldError) -> String? {
        guard let value = value(name) else { return nil }
        guard let text = value.string else { throw .unreadable("\(name)_not_a_string") }
        return try checkedText(text, in: name)
    }

    /// Reads an enumeration in lower case; unknown values are kept.
    func word(_ name: String) throws(FieldError) -> String? {
        try text(name)?.lowerCasedASCII
    }

    /// Reads a list of texts; throws if any element is wrong.
    func list(_ name: String) throws(FieldError) -> [String]? {
        guard let list = soundList(name) else { return nil }
        if let trouble = list.troubles.first { throw .unreadable(trouble) }
        return list.texts
    }

    /// Reads the elements of a list that are sound; notes why others are not.
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
                if let text = try checkedText(text, in: name) { list.texts.append(text) }
            } catch {
                list.note(error.reason)
            }
        }
        return list
    }

    /// The sound elements of a list of texts, and the field problems of the others.
    struct TextList {
        fileprivate(set) var texts: [String] = []
        fileprivate(set) var troubles: [String] = []

        fileprivate mutating func note(_ trouble: String) {
            if !troubles.contains(trouble) { troubles.append(trouble) }
        }
    }

    func flag(_ name: String) throws(FieldError) -> Bool? {
        guard let value = value(name) else { return nil }
        guard case .bool(let flag) = value else { throw .unreadable("\(name)_not_a_boolean") }
        return flag
    }

    func time(_ name: String) throws(FieldError) -> Timestamp? {
        guard let value = value(name) else { return nil }
        guard case .integer(let milliseconds) = value else {
            throw .unreadable("\(name)_not_an_integer")
        }
        guard let time = Timestamp(milliseconds: milliseconds) else {
            throw .unreadable("\(name)_out_of_range")
        }
        return time
    }

    func price(_ name: String) throws(FieldError) -> JSONValue? {
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

    private func checkedText(_ text: String, in name: String) throws(FieldError) -> String? {
        guard text.utf8.count <= Self.maximumTextBytes else {
            throw .unreadable("\(name)_out_of_range")
        }
        return text.isEmpty ? nil : text
    }
}

extension String {
    /// Lower case for A to Z only; other bytes are kept.
    var lowerCasedASCII: String {
        let capitals = UInt8(ascii: "A")...UInt8(ascii: "Z")
        return String(
            decoding: utf8.map { capitals.contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
}

extension [String] {
    /// The elements without duplicates, in order, compared by bytes.
    var distinct: [String] {
        var seen: Set<[UInt8]> = []
        return filter { seen.insert(Array<UInt8>($0.utf8)).inserted }
    }
}
