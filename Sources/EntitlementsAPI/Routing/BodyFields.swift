import Entitlements

/// Reads the fields of a request body and collects all field problems.
///
/// Unknown fields are refused: they may be misspelt, and may get a meaning later.
struct BodyFields {
    var problems: [FieldProblem] = []
    private let object: JSONObject
    /// The names of the fields for which null says the same as their absence.
    private let nullable: [String]
    /// The object's own JSON Pointer.
    private let pointer: String

    /// A field of `nullable` may also be null, which says the same as its absence; null is refused
    /// as a wrong value of every other field.
    init(
        _ value: JSONValue, at pointer: String, allowing required: [String] = [],
        nullable: [String] = []
    ) {
        let names = required + nullable
        self.pointer = pointer
        self.nullable = nullable
        object = value.object ?? JSONObject()
        guard value.object != nil else {
            problems.append(FieldProblem(pointer: pointer, detail: "Expected an object."))
            return
        }
        let known = names.joined(separator: ", ")
        for member in object.members where !names.contains(member.name) {
            note(member.name, "There is no such field; known are: \(known).")
        }
    }

    /// Returns an array's elements; empty with a note if it is absent, not an array, or of the
    /// wrong length.
    mutating func array(_ name: String, counting range: ClosedRange<Int>) -> [JSONValue] {
        guard let array = object[name]?.array, range.contains(array.count) else {
            noteExpected(
                name, "Expected an array of \(range.lowerBound) to \(range.upperBound) elements.")
            return []
        }
        return array
    }

    /// Returns a valid app user id; empty with a note otherwise.
    mutating func appUserID(_ name: String) -> AppUserID {
        identifier(name, as: AppUserID.self)
    }

    /// Returns a valid identifier; empty with a note otherwise.
    mutating func identifier<ID: Identifier>(_ name: String, as type: ID.Type) -> ID {
        let text = object[name]?.string
        if let text {
            if let problem = ID.problem(with: text) { note(name, "The \(ID.noun) \(problem).") }
        } else {
            noteExpected(name, "Expected a string.")
        }
        return ID(unchecked: text ?? "")
    }

    /// Returns a text with a length in this range of UTF-8 bytes; empty with a note otherwise.
    mutating func text(_ name: String, bytes range: ClosedRange<Int>) -> String {
        guard let text = object[name]?.string, range.contains(text.utf8.count) else {
            noteExpected(
                name, "Expected a string of \(range.lowerBound) to \(range.upperBound) bytes.")
            return ""
        }
        return text
    }

    /// Returns a moment; nil with a note otherwise.
    mutating func timestamp(_ name: String) -> Timestamp? {
        let noted = problems.count
        let moment = Timestamp(rfc3339: text(name, bytes: 1...100))
        if moment == nil, problems.count == noted {
            note(name, "Expected a moment as RFC 3339 writes it, such as 2026-11-21T10:00:00.000Z.")
        }
        return moment
    }

    mutating func optionalTimestamp(_ name: String) -> Timestamp? {
        isAbsent(name) ? nil : timestamp(name)
    }

    /// Returns a text with a length in this range of UTF-8 bytes; nil if it is absent.
    mutating func optionalText(_ name: String, bytes range: ClosedRange<Int>) -> String? {
        isAbsent(name) ? nil : text(name, bytes: range)
    }

    /// Returns a valid app user id; nil if it is absent.
    mutating func optionalAppUserID(_ name: String) -> AppUserID? {
        isAbsent(name) ? nil : appUserID(name)
    }

    /// Returns a valid app user id if it is wanted; otherwise requires that the field is absent.
    mutating func appUserID(_ name: String, if isWanted: Bool) -> AppUserID? {
        if isWanted { return appUserID(name) }
        if !isAbsent(name) { note(name, "It is not allowed here.") }
        return nil
    }

    /// Returns one of these words; empty with a note otherwise.
    mutating func word(_ name: String, of words: [String]) -> String {
        guard let word = object[name]?.string, words.contains(word) else {
            noteExpected(name, "Expected one of: \(words.joined(separator: ", ")).")
            return ""
        }
        return word
    }

    /// Returns a whole number in a range; the default if it is absent.
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

    /// Returns the number of a change; 0 with a note otherwise.
    mutating func changeNumber(_ name: String) -> Int64 {
        guard case .integer(let number)? = object[name], number >= 1 else {
            noteExpected(name, "Expected the number of a change.")
            return 0
        }
        return number
    }

    /// Returns a boolean; false if it is absent.
    mutating func flag(_ name: String) -> Bool {
        if isAbsent(name) { return false }
        guard case .bool(let flag)? = object[name] else {
            note(name, "Expected true or false.")
            return false
        }
        return flag
    }

    /// Returns the fields of a nested object; nil if it is absent.
    func optionalObject(_ name: String, allowing names: [String]) -> BodyFields? {
        guard !isAbsent(name), let value = object[name] else { return nil }
        return BodyFields(
            value, at: "\(pointer)\(JSONPointer.escaped(name))", allowing: names)
    }

    /// Returns the name of the only present field; nil with a note if none or several are present.
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

    /// Throws all field problems.
    func finish() throws(Failure) {
        guard problems.isEmpty else {
            throw Failure(
                .validationFailed, "The body has fields that are not as expected.",
                pointers: problems)
        }
    }

    /// Whether a field is missing, or null where null says the same.
    func isAbsent(_ name: String) -> Bool {
        guard let value = object[name] else { return true }
        return value.isNull && nullable.contains(name)
    }

    /// Notes what was expected, and whether nothing was given.
    private mutating func noteExpected(_ name: String, _ expectation: String) {
        let isMissing = object[name]?.isNull ?? true
        note(name, isMissing ? "The field is missing. \(expectation)" : expectation)
    }

    mutating func note(_ name: String, _ detail: String) {
        // If the object itself is wrong, problems of its fields add nothing.
        guard problems.first?.pointer != pointer else { return }
        problems.append(
            FieldProblem(pointer: pointer + JSONPointer.escaped(name), detail: detail))
    }
}
