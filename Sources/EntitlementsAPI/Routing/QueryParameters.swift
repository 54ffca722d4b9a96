import Entitlements

/// The parameters of a query, each known and given once.
struct QueryParameters: Sendable {
    private var values: [String: String] = [:]

    /// Refuses unknown names: a misspelt `as_off` would otherwise be answered for the present.
    init(_ query: Substring, allowing names: [String]) throws(Failure) {
        guard !query.isEmpty else { return }
        var problems: [FieldProblem] = []
        for pair in query.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = try PercentEncoding.decoded(parts[0])
            let value = parts.count == 2 ? try PercentEncoding.decoded(parts[1]) : ""
            if !names.contains(name) {
                let known = names.isEmpty ? "none" : names.joined(separator: ", ")
                problems.append(
                    Self.problem(name, "There is no such parameter; known are: \(known)."))
            } else if values.updateValue(value, forKey: name) != nil {
                problems.append(Self.problem(name, "The parameter is given more than once."))
            }
        }
        if !problems.isEmpty { throw Self.invalid(problems) }
    }

    subscript(name: String) -> String? { values[name] }

    /// Returns a moment, or nil if the parameter is absent.
    func timestamp(_ name: String) throws(Failure) -> Timestamp? {
        guard let text = values[name] else { return nil }
        guard let timestamp = Timestamp(rfc3339: text) else {
            let detail =
                "Expected a moment as RFC 3339 writes it, such as 2026-11-21T10:00:00.000Z."
            throw Self.invalid([Self.problem(name, detail)])
        }
        return timestamp
    }

    /// Returns a text that is not empty, or nil if the parameter is absent.
    func text(_ name: String, maximumBytes: Int) throws(Failure) -> String? {
        guard let text = values[name] else { return nil }
        guard (1...maximumBytes).contains(text.utf8.count) else {
            throw Self.invalid([Self.problem(name, "Expected 1 to \(maximumBytes) bytes.")])
        }
        return text
    }

    /// Returns one of these words, or nil if the parameter is absent.
    func word(_ name: String, of words: [String]) throws(Failure) -> String? {
        guard let word = values[name] else { return nil }
        guard words.contains(word) else {
            let detail = "Expected one of: \(words.joined(separator: ", "))."
            throw Self.invalid([Self.problem(name, detail)])
        }
        return word
    }

    /// Returns a whole number in a range, or the default if the parameter is absent.
    func integer(_ name: String, in range: ClosedRange<Int32>, default value: Int32) throws(Failure)
        -> Int32
    {
        guard let text = values[name] else { return value }
        guard let number = Int32(text), range.contains(number) else {
            let detail = "Expected a whole number from \(range.lowerBound) to \(range.upperBound)."
            throw Self.invalid([Self.problem(name, detail)])
        }
        return number
    }

    /// Returns true or false, or the default if the parameter is absent.
    func flag(_ name: String, default value: Bool) throws(Failure) -> Bool {
        try word(name, of: ["true", "false"]).map { $0 == "true" } ?? value
    }

    /// Returns the environment; production if the parameter is absent.
    func environment() throws(Failure) -> String {
        try word("environment", of: ["production", "sandbox"]) ?? "production"
    }

    /// Makes a failure about one parameter.
    func problem(_ name: String, _ detail: String) -> Failure {
        Self.invalid([Self.problem(name, detail)])
    }

    private static func problem(_ name: String, _ detail: String) -> FieldProblem {
        FieldProblem(pointer: JSONPointer.escaped(name), detail: detail)
    }

    private static func invalid(_ problems: [FieldProblem]) -> Failure {
        Failure(
            .validationFailed, "The query has parameters that are not as expected.",
            pointers: problems)
    }
}
