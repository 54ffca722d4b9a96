import Entitlements
import EntitlementsDatabase

/// Reads the parameters of a query, each known and given once, and collects all their problems.
///
/// A parameter that is wrong is read as if it were absent, until `finish` throws.
struct QueryParameters {
    private var values: [String: String] = [:]
    private var problems: [FieldProblem] = []

    /// Notes unknown names: a misspelt `as_off` would otherwise be answered for the present.
    init(_ query: Substring, allowing names: [String]) throws(Failure) {
        guard !query.isEmpty else { return }
        for pair in query.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = try PercentEncoding.decoded(parts[0])
            let value = parts.count == 2 ? try PercentEncoding.decoded(parts[1]) : ""
            if !names.contains(name) {
                let known = names.isEmpty ? "none" : names.joined(separator: ", ")
                note(name, "There is no such parameter; the parameters are: \(known).")
            } else if values.updateValue(value, forKey: name) != nil {
                note(name, "The parameter is given more than once.")
            }
        }
    }

    subscript(name: String) -> String? { values[name] }

    /// Returns a moment, or nil if the parameter is absent.
    mutating func timestamp(_ name: String) -> Timestamp? {
        read(name, "an RFC 3339 time, such as 2026-11-21T10:00:00.000Z") {
            Timestamp(rfc3339: $0)
        }
    }

    /// Returns a day of the calendar, or nil if the parameter is absent.
    mutating func day(_ name: String) -> String? {
        read(name, "a day, such as 2026-11-21") { GetFigures.isDay($0) ? $0 : nil }
    }

    /// Returns a text of this many UTF-8 bytes, or nil if the parameter is absent.
    mutating func text(_ name: String, bytes range: ClosedRange<Int>) -> String? {
        read(name, "\(range.lowerBound) to \(range.upperBound) bytes") {
            range.contains($0.utf8.count) ? $0 : nil
        }
    }

    /// Returns a text of this many UTF-8 bytes, or the default if the parameter is absent.
    mutating func text(
        _ name: String, bytes range: ClosedRange<Int>, default value: String
    ) -> String {
        text(name, bytes: range) ?? value
    }

    /// Returns a text of this many UTF-8 bytes; empty with a note if the parameter is absent.
    mutating func requiredText(_ name: String, bytes range: ClosedRange<Int>) -> String {
        if values[name] == nil {
            note(name, "Expected \(range.lowerBound) to \(range.upperBound) bytes.")
        }
        return text(name, bytes: range) ?? ""
    }

    /// Returns an app user id, or nil if the parameter is absent.
    ///
    /// An id that no app user can have finds none, as any unknown one.
    mutating func appUserID(_ name: String, bytes range: ClosedRange<Int>) -> AppUserID? {
        text(name, bytes: range).map(AppUserID.init(unchecked:))
    }

    /// Returns one of these words, or nil if the parameter is absent.
    mutating func word(_ name: String, of words: [String]) -> String? {
        read(name, "one of: \(words.joined(separator: ", "))") { words.contains($0) ? $0 : nil }
    }

    /// Returns one of these words, or the default if the parameter is absent.
    mutating func word(_ name: String, of words: [String], default value: String) -> String {
        word(name, of: words) ?? value
    }

    /// Returns a whole number in a range, or nil if the parameter is absent.
    mutating func optionalInteger(_ name: String, in range: ClosedRange<Int32>) -> Int32? {
        read(name, "a whole number from \(range.lowerBound) to \(range.upperBound)") { text in
            Int32(text).flatMap { range.contains($0) ? $0 : nil }
        }
    }

    /// Returns a whole number in a range, or the default if the parameter is absent.
    mutating func integer(
        _ name: String, in range: ClosedRange<Int32>, default value: Int32
    ) -> Int32 {
        optionalInteger(name, in: range) ?? value
    }

    /// Returns a whole number from a least one, or nil if the parameter is absent.
    mutating func optionalNumber(_ name: String, in range: PartialRangeFrom<Int64>) -> Int64? {
        read(name, "a whole number from \(range.lowerBound)") { text in
            Int64(text).flatMap { range.contains($0) ? $0 : nil }
        }
    }

    /// Returns true or false, or the default if the parameter is absent.
    mutating func flag(_ name: String, default value: Bool = false) -> Bool {
        word(name, of: ["true", "false"]).map { $0 == "true" } ?? value
    }

    /// Throws all problems.
    func finish() throws(Failure) {
        if !problems.isEmpty { throw Self.failure(problems) }
    }

    /// Makes a failure about one parameter.
    static func failure(_ name: String, _ detail: String) -> Failure {
        failure([FieldProblem(pointer: JSONPointer.escaped(name), detail: detail)])
    }

    private static func failure(_ problems: [FieldProblem]) -> Failure {
        Failure(
            .validationFailed, "The query has invalid parameters.",
            pointers: problems)
    }

    /// Returns nil for an absent parameter, and with a note for one that cannot be read.
    private mutating func read<Value>(
        _ name: String, _ expectation: @autoclosure () -> String,
        as value: (String) -> Value?
    ) -> Value? {
        guard let text = values[name] else { return nil }
        if let value = value(text) { return value }
        note(name, "Expected \(expectation()).")
        return nil
    }

    private mutating func note(_ name: String, _ detail: String) {
        problems.append(FieldProblem(pointer: JSONPointer.escaped(name), detail: detail))
    }
}
