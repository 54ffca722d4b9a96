import Entitlements

/// A field of a record: its name, its type, and whether a record must have it.
struct RecordField {
    enum Kind {
        case text(maximumBytes: Int)
        /// RFC 3339.
        case time
        case count(ClosedRange<Int64>)
        case flag
        /// In CSV separated by spaces.
        case texts(maximumCount: Int, maximumBytes: Int)
        case word([String])
    }

    let name: String
    let kind: Kind
    let isRequired: Bool
    /// What a record without the field means.
    let standard: JSONValue?

    init(_ name: String, _ kind: Kind, isRequired: Bool = false, standard: JSONValue? = nil) {
        self.name = name
        self.kind = kind
        self.isRequired = isRequired
        self.standard = standard
    }

    /// What is wrong with the value of a field, in a sentence.
    struct Problem: Error {
        let sentence: String
    }

    /// Returns the value as the database takes it; nil if there is none.
    func value(of given: JSONValue?) throws(Problem) -> JSONValue? {
        guard let given, given != .null else {
            guard !isRequired else { throw Problem(sentence: "“\(name)” is missing.") }
            return standard
        }
        guard let value = read(given) else {
            throw Problem(sentence: "“\(name)” \(expectation).")
        }
        return value
    }

    private func read(_ given: JSONValue) -> JSONValue? {
        switch (kind, given) {
        case (.text(let maximum), .string(let text)):
            return Self.isText(text, maximumBytes: maximum) ? given : nil
        case (.time, .string(let text)):
            return Timestamp(rfc3339: text) == nil ? nil : given
        case (.count(let range), .integer(let count)):
            return range.contains(count) ? given : nil
        case (.count(let range), .string(let text)):
            return Int64(text).flatMap { range.contains($0) ? .integer($0) : nil }
        case (.flag, .bool): return given
        case (.flag, .string(let text)): return Bool(text).map { .bool($0) }
        case (.texts(let count, let bytes), .array(let items)):
            let texts = items.compactMap(\.string)
            let areTexts =
                texts.count == items.count && texts.count <= count
                && texts.allSatisfy { Self.isText($0, maximumBytes: bytes) }
            return areTexts ? given : nil
        case (.texts, .string(let text)):
            return read(.array(text.split(separator: " ").map { .string(String($0)) }))
        case (.word(let words), .string(let text)): return words.contains(text) ? given : nil
        default: return nil
        }
    }

    private static func isText(_ text: String, maximumBytes: Int) -> Bool {
        (1...maximumBytes).contains(text.utf8.count) && !text.utf8.contains(0)
    }

    private var expectation: String {
        switch kind {
        case .text(let maximum): "must be a text of 1 to \(maximum) bytes"
        case .time: "must be a time like 2026-11-21T10:00:00Z"
        case .count(let range):
            "must be a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .flag: "must be true or false"
        case .texts(let count, let bytes):
            "must be a list of at most \(count) texts of 1 to \(bytes) bytes"
        case .word(let words): "must be one of: \(words.joined(separator: ", "))"
        }
    }
}
