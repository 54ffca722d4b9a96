import Entitlements

extension BodyFields {
    /// Returns a text with a length in this range of Unicode scalars; empty with a note otherwise.
    mutating func text(_ name: String, characters range: ClosedRange<Int>) -> String {
        let noted = problems.count
        let text = self.text(name, bytes: range.lowerBound...4 * range.upperBound)
        guard problems.count == noted, !range.contains(text.unicodeScalars.count) else {
            return text
        }
        note(name, "Expected \(range.lowerBound) to \(range.upperBound) characters.")
        return ""
    }

    /// Returns an ISO 8601 duration in dates; nil with a note otherwise.
    mutating func duration(_ name: String) -> String? {
        let text = self.text(name, bytes: 1...100)
        if BillingPeriod(rawValue: text) == nil {
            note(name, "Expected an ISO 8601 duration in dates, such as P1M or P7D.")
        }
        return text
    }

    /// Returns a whole number in a range; nil if it is absent.
    mutating func optionalInteger(_ name: String, in range: ClosedRange<Int32>) -> Int32? {
        isAbsent(name) ? nil : integer(name, in: range, default: range.lowerBound)
    }

    /// Returns a word of an enumeration; nil if it is absent.
    mutating func optionalWord<Word: RawRepresentable<String> & CaseIterable>(
        _ name: String, of: Word.Type
    ) -> Word? {
        isAbsent(name) ? nil : Word(rawValue: word(name, of: Word.allCases.map(\.rawValue)))
    }
}
