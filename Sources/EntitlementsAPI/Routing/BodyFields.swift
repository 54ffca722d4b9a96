import Entitlements

/// Reads the fields of one of our own request bodies and gathers all that is wrong with them.
///
/// A field that is not known is refused: a caller who misspelt one should hear of it, and a field
/// that is ignored today may mean something tomorrow.
struct BodyFields {
    var problems: [FieldProblem] = []
    private let object: JSONObject
    /// The object's own pointer.
    private let pointer: String

    init(_ value: JSONValue, at pointer: String, allowing names: [String]) {
        self.pointer = pointer
        object = value.object ?? JSONObject()
        guard value.object != nil else {
            problems.append(FieldProblem(pointer: pointer, detail: "Expected an object."))
            return
        }
        for member in object.members where !names.contains(member.name) {
            note(member.name, "There is no such field.")
        }
    }

    /// The elements of an array; none where it is absent, not an array, or of a wrong length.
    mutating func array(_ name: String, counting range: ClosedRange<Int>) -> [JSONValue] {
        guard let array = object[name]?.array, range.contains(array.count) else {
            note(name, "Expected an array of \(range.lowerBound) to \(range.upperBound) elements.")
            return []
        }
        return array
    }

    /// A text that is a valid identifier; an empty one where it is not.
    mutating func text<ID: Identifier>(_ name: String, as type: ID.Type) -> String {
        guard let text = object[name]?.string else {
            note(name, "Expected a string.")
            return ""
        }
        if let problem = type.problem(with: text) { note(name, "The \(type.noun) \(problem).") }
        return text
    }

    /// A text of so many bytes of UTF-8; an empty one where it is not.
    mutating func text(_ name: String, bytes range: ClosedRange<Int>) -> String {
        guard let text = object[name]?.string, range.contains(text.utf8.count) else {
            note(name, "Expected a string of \(range.lowerBound) to \(range.upperBound) bytes.")
            return ""
        }
        return text
    }

    /// A text of so many bytes of UTF-8; nil where it is absent or null.
    mutating func optionalText(_ name: String, bytes range: ClosedRange<Int>) -> String? {
        isAbsent(name) ? nil : text(name, bytes: range)
    }

    /// A text that is a valid identifier; nil where it is absent or null.
    mutating func optionalText<ID: Identifier>(_ name: String, as type: ID.Type) -> String? {
        isAbsent(name) ? nil : text(name, as: type)
    }

    /// A text that is a valid identifier where it is wanted, and nil, and absent, where it is not.
    mutating func text<ID: Identifier>(
        _ name: String, as type: ID.Type, if isWanted: Bool
    ) -> String? {
        if isWanted { return text(name, as: type) }
        if !isAbsent(name) { note(name, "Here it has no meaning.") }
        return nil
    }

    /// One of a few words; an empty one where it is not.
    mutating func word(_ name: String, of words: [String]) -> String {
        guard let word = object[name]?.string, words.contains(word) else {
            note(name, "Expected one of: \(words.joined(separator: ", ")).")
            return ""
        }
        return word
    }

    /// A whole number in a range.
    mutating func integer(
        _ name: String, in range: ClosedRange<Int32>, default value: Int32
    ) -> Int32 {
        if isAbsent(name) { return value }
        guard case .integer(let number)? = object[name], let small = Int32(exactly: number),
            range.contains(small)
        else {
            note(
                name,
                "Expected a whole number from \(range.lowerBound) to \(range.upperBound).")
            return value
        }
        return small
    }

    /// Yes or no; no where it is absent or null.
    mutating func flag(_ name: String) -> Bool {
        if isAbsent(name) { return false }
        guard case .bool(let flag)? = object[name] else {
            note(name, "Expected true or false.")
            return false
        }
        return flag
    }

    /// The fields of an object within; nil where it is absent or null.
    func optionalObject(_ name: String, allowing names: [String]) -> BodyFields? {
        guard !isAbsent(name), let value = object[name] else { return nil }
        return BodyFields(
            value, at: "\(pointer)\(JSONPointer.escaped(name))", allowing: names)
    }

    /// The name of the only field there is; notes that it is missing where there is none, or more.
    mutating func onlyField(of names: [String]) -> String? {
        let present = names.filter { !isAbsent($0) }
        if present.count == 1 { return present[0] }
        if problems.isEmpty {
            problems.append(
                FieldProblem(
                    pointer: pointer,
                    detail: "Expected exactly one of: \(names.joined(separator: ", "))."))
        }
        return nil
    }

    /// Throws everything that was noted.
    func finish() throws(Failure) {
        guard problems.isEmpty else {
            throw Failure(
                .validationFailed, "The body has fields that are not as expected.",
                pointers: problems)
        }
    }

    private func isAbsent(_ name: String) -> Bool { object[name]?.isNull ?? true }

    mutating func note(_ name: String, _ detail: String) {
        // Where the object itself is missing, that it is missing is all there is to say.
        guard problems.first?.pointer != pointer else { return }
        problems.append(
            FieldProblem(pointer: pointer + JSONPointer.escaped(name), detail: detail))
    }
}
