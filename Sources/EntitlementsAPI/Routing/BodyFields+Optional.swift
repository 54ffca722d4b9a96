import Entitlements
import FoundationEssentials

/// Fields that may be absent: nil, or their default.
extension BodyFields {
    mutating func optionalText(_ name: String, bytes range: ClosedRange<Int>) -> String? {
        isAbsent(name) ? nil : text(name, bytes: range)
    }

    mutating func optionalAppUserID(_ name: String) -> AppUserID? {
        isAbsent(name) ? nil : appUserID(name)
    }

    mutating func optionalIdentifier<ID: Identifier>(_ name: String) -> ID? {
        isAbsent(name) ? nil : identifier(name)
    }

    mutating func optionalTimestamp(_ name: String) -> Timestamp? {
        isAbsent(name) ? nil : timestamp(name)
    }

    /// Returns an ISO 8601 duration in dates.
    mutating func optionalDuration(_ name: String) -> BillingPeriod? {
        guard !isAbsent(name) else { return nil }
        let period = BillingPeriod(rawValue: text(name, bytes: 1...100))
        if period == nil {
            note(
                name,
                "Expected an ISO 8601 duration of days, weeks, months or years, such as P1M or P7D."
            )
        }
        return period
    }

    /// Returns a UUID; other text becomes the nil UUID, which no row has.
    mutating func optionalUUID(_ name: String) -> UUID? {
        optionalText(name, bytes: 1...200).map { UUID(uuidString: $0) ?? .zero }
    }

    mutating func optionalInteger(_ name: String, in range: ClosedRange<Int32>) -> Int32? {
        isAbsent(name) ? nil : integer(name, in: range)
    }

    mutating func integer(
        _ name: String, in range: ClosedRange<Int32>, default value: Int32
    ) -> Int32 {
        optionalInteger(name, in: range) ?? value
    }

    mutating func optionalWord(_ name: String, of words: [String]) -> String? {
        isAbsent(name) ? nil : word(name, of: words)
    }

    /// Returns words of an array, each once.
    mutating func optionalWords(
        _ name: String, of words: [String], counting range: ClosedRange<Int>
    ) -> [String]? {
        guard !isAbsent(name) else { return nil }
        var given: [String] = []
        for (index, element) in array(name, counting: range).enumerated() {
            guard let word = element.string, words.contains(word) else {
                note(name, element: index, "Expected one of: \(words.joined(separator: ", ")).")
                continue
            }
            if !given.contains(word) { given.append(word) }
        }
        return given
    }

    mutating func optionalObject<Value>(
        _ name: String, allowing required: [String], nullable: [String],
        _ read: (inout BodyFields) -> Value
    ) -> Value? {
        isAbsent(name)
            ? nil : object(name, allowing: required, nullable: nullable, read)
    }

    mutating func optionalFlag(_ name: String) -> Bool? {
        isAbsent(name) ? nil : flag(name)
    }

    /// Returns whether the field is given; it can only be true.
    mutating func trueFlag(_ name: String) -> Bool {
        guard !isAbsent(name) else { return false }
        if !flag(name) { note(name, "Expected true.") }
        return true
    }

    /// Returns a field whose absence and whose null say different things.
    mutating func sent<Value>(
        _ name: String, _ read: (inout BodyFields, String) -> Value?
    ) -> Sent<Value> {
        if isAbsent(name) { return isNull(name) ? .null : .absent }
        return read(&self, name).map { .value($0) } ?? .absent
    }
}

/// A field of a body whose absence and whose null say different things.
enum Sent<Value: Sendable>: Sendable {
    case absent
    case null
    case value(Value)
}
