import Entitlements

/// Reads the fields of a request body and collects all field problems.
///
/// Unknown fields are refused: they may be misspelt, and may get a meaning later.
struct BodyFields {
    private(set) var problems: [FieldProblem] = []
    private let object: JSONObject
    /// The names of the fields for which null says the same as their absence.
    private let nullable: [String]
    /// The object's own JSON Pointer.
    private let pointer: String

    /// Reads a body; throws if it is no JSON.
    init(
        _ body: [UInt8], allowing required: [String], nullable: [String]
    ) throws(Failure) {
        self.init(try JSONParser.parse(body), at: "", allowing: required, nullable: nullable)
    }

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
            note(member.name, "There is no such field; the fields are: \(known).")
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
    mutating func identifier<ID: Identifier>(_ name: String, as type: ID.Type = ID.self) -> ID {
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

    /// Returns a text with a length in this range of Unicode scalars; empty with a note otherwise.
    mutating func text(_ name: String, characters range: ClosedRange<Int>) -> String {
        guard let text = object[name]?.string, range.contains(text.unicodeScalars.count) else {
            noteExpected(
                name, "Expected a string of \(range.lowerBound) to \(range.upperBound) characters.")
            return ""
        }
        return text
    }

    /// Returns a moment; nil with a note otherwise.
    mutating func timestamp(_ name: String) -> Timestamp? {
        let noted = problems.count
        let moment = Timestamp(rfc3339: text(name, bytes: 1...100))
        if moment == nil, problems.count == noted {
            note(name, "Expected an RFC 3339 time, such as 2026-11-21T10:00:00.000Z.")
        }
        return moment
    }

    /// Returns a field that was read: without it, there is a note, and `finish` has thrown.
    func found<Value>(_ value: Value?) throws -> Value {
        guard let value else { throw Self.failure(problems) }
        return value
    }

    /// Returns one of these words; empty with a note otherwise.
    mutating func word(_ name: String, of words: [String]) -> String {
        guard let word = object[name]?.string, words.contains(word) else {
            noteExpected(name, "Expected one of: \(words.joined(separator: ", ")).")
            return ""
        }
        return word
    }

    /// Returns a whole number in a range; its least one with a note otherwise.
    mutating func integer(_ name: String, in range: ClosedRange<Int32>) -> Int32 {
        guard case .integer(let number)? = object[name], let small = Int32(exactly: number),
            range.contains(small)
        else {
            noteExpected(
                name, "Expected a whole number from \(range.lowerBound) to \(range.upperBound).")
            return range.lowerBound
        }
        return small
    }

    /// Returns a whole number from a least one; that with a note otherwise.
    mutating func number(_ name: String, in range: PartialRangeFrom<Int64>) -> Int64 {
        guard case .integer(let number)? = object[name], range.contains(number) else {
            noteExpected(name, "Expected a whole number from \(range.lowerBound).")
            return range.lowerBound
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

    /// Returns what is read from a nested object; its fields are absent with a note otherwise.
    mutating func object<Value>(
        _ name: String, allowing required: [String], nullable: [String],
        _ read: (inout BodyFields) -> Value
    ) -> Value {
        nested(
            object[name] ?? .null, at: JSONPointer.escaped(name), allowing: required,
            nullable: nullable, read)
    }

    /// Returns what is read from the objects of an array.
    mutating func objects<Value>(
        _ name: String, counting range: ClosedRange<Int>, allowing required: [String],
        nullable: [String], _ read: (inout BodyFields) -> Value
    ) -> [Value] {
        var values: [Value] = []
        for (index, element) in array(name, counting: range).enumerated() {
            values.append(
                nested(
                    element, at: "\(JSONPointer.escaped(name))/\(index)", allowing: required,
                    nullable: nullable, read))
        }
        return values
    }

    private mutating func nested<Value>(
        _ value: JSONValue, at place: String, allowing required: [String], nullable: [String],
        _ read: (inout BodyFields) -> Value
    ) -> Value {
        var fields = BodyFields(
            value, at: pointer + place, allowing: required, nullable: nullable)
        defer { problems.append(contentsOf: fields.problems) }
        return read(&fields)
    }

    /// Notes that none or several of these fields are present.
    mutating func expectOne(of names: [String]) {
        guard names.count(where: { !isAbsent($0) }) != 1, problems.isEmpty else { return }
        problems.append(
            FieldProblem(
                pointer: pointer,
                detail: "Expected exactly one of: \(names.joined(separator: ", "))."))
    }

    /// Throws all field problems.
    func finish() throws(Failure) {
        if !problems.isEmpty { throw Self.failure(problems) }
    }

    /// Makes a failure about one field.
    static func failure(_ name: String, _ detail: String) -> Failure {
        failure([FieldProblem(pointer: JSONPointer.escaped(name), detail: detail)])
    }

    private static func failure(_ problems: [FieldProblem]) -> Failure {
        Failure(
            .validationFailed, "The body has invalid fields.", pointers: problems)
    }

    /// Whether a field is missing, or null where null says the same.
    func isAbsent(_ name: String) -> Bool {
        guard let value = object[name] else { return true }
        return value.isNull && nullable.contains(name)
    }

    func isNull(_ name: String) -> Bool { object[name]?.isNull == true }

    /// Notes what was expected, and whether nothing was given.
    private mutating func noteExpected(_ name: String, _ expectation: String) {
        let isMissing = object[name]?.isNull ?? true
        note(name, isMissing ? "The field is missing. \(expectation)" : expectation)
    }

    mutating func note(_ name: String, element: Int? = nil, _ detail: String) {
        // If the object itself is wrong, problems of its fields add nothing.
        guard problems.first?.pointer != pointer else { return }
        let place = JSONPointer.escaped(name) + (element.map { "/\($0)" } ?? "")
        problems.append(FieldProblem(pointer: pointer + place, detail: detail))
    }
}
