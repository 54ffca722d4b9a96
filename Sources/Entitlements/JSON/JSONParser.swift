/// Parses JSON from outside: RFC 8259, and stricter where parsers differ.
///
/// Parsers disagree about duplicate names, trailing commas, unpaired surrogates and U+0000. All are
/// refused, so that every later parser reads the same values. One byte order mark before the text
/// is dropped.
package struct JSONParser {
    package struct Limits: Sendable {
        package var maximumBytes = 1_048_576
        package var maximumDepth = 64
        package var maximumValues = 100_000
        /// Whether a byte order mark before the text is dropped, and not refused.
        package var dropsByteOrderMark = true

        package init() {}
    }

    let bytes: [UInt8]
    var position = 0
    private let limits: Limits
    private var valuesLeft: Int

    private init(_ bytes: [UInt8], limits: Limits) {
        self.bytes = bytes
        self.limits = limits
        valuesLeft = limits.maximumValues
    }

    /// Returns the value, or throws `malformed_json` with the offset of the wrong byte.
    package static func parse(
        _ bytes: [UInt8], limits: Limits = Limits()
    ) throws(Failure) -> JSONValue {
        var parser = JSONParser(bytes, limits: limits)
        guard bytes.count <= limits.maximumBytes else {
            throw parser.failure("The text is longer than \(limits.maximumBytes) bytes", at: 0)
        }
        if limits.dropsByteOrderMark { parser.position = ByteOrderMark.length(before: bytes) }
        parser.skipWhiteSpace()
        let value = try parser.readValue(depth: 0)
        parser.skipWhiteSpace()
        guard parser.position == bytes.count else {
            throw parser.failure("Something follows the end of the value")
        }
        return value
    }
}

extension JSONParser {
    private mutating func readValue(depth: Int) throws(Failure) -> JSONValue {
        guard valuesLeft > 0 else {
            throw failure("There are more than \(limits.maximumValues) values")
        }
        valuesLeft -= 1
        switch peek {
        case UInt8(ascii: "{"): return .object(try readObject(depth: try deeper(depth)))
        case UInt8(ascii: "["): return .array(try readArray(depth: try deeper(depth)))
        case UInt8(ascii: "\""): return .string(try readString())
        case UInt8(ascii: "t"): return try readWord("true", as: .bool(true))
        case UInt8(ascii: "f"): return try readWord("false", as: .bool(false))
        case UInt8(ascii: "n"): return try readWord("null", as: .null)
        case nil: throw failure("The text ends where a value is expected")
        default: return try readNumber()
        }
    }

    private func deeper(_ depth: Int) throws(Failure) -> Int {
        guard depth < limits.maximumDepth else {
            throw failure("The nesting is deeper than \(limits.maximumDepth)")
        }
        return depth + 1
    }

    private mutating func readArray(depth: Int) throws(Failure) -> [JSONValue] {
        position += 1
        var elements: [JSONValue] = []
        skipWhiteSpace()
        if skip(UInt8(ascii: "]")) { return elements }
        while true {
            elements.append(try readValue(depth: depth))
            skipWhiteSpace()
            if skip(UInt8(ascii: "]")) { return elements }
            guard skip(UInt8(ascii: ",")) else { throw failure("A comma or ] is expected") }
            skipWhiteSpace()
        }
    }

    private mutating func readObject(depth: Int) throws(Failure) -> JSONObject {
        position += 1
        var members: [JSONObject.Member] = []
        var names = DistinctNames()
        skipWhiteSpace()
        if skip(UInt8(ascii: "}")) { return JSONObject() }
        while true {
            let start = position
            guard peek == UInt8(ascii: "\"") else { throw failure("A name in quotes is expected") }
            let name = try readString()
            guard names.insert(name, after: members) else {
                throw failure("A name occurs twice in one object", at: start)
            }
            skipWhiteSpace()
            guard skip(UInt8(ascii: ":")) else { throw failure("A colon is expected") }
            skipWhiteSpace()
            members.append(JSONObject.Member(name: name, value: try readValue(depth: depth)))
            skipWhiteSpace()
            if skip(UInt8(ascii: "}")) { return JSONObject(distinct: members) }
            guard skip(UInt8(ascii: ",")) else { throw failure("A comma or } is expected") }
            skipWhiteSpace()
        }
    }

    private mutating func readWord(
        _ word: StaticString, as value: JSONValue
    ) throws(Failure) -> JSONValue {
        for offset in 0..<word.utf8CodeUnitCount {
            guard skip(word.utf8Start[offset]) else { throw failure("A value is expected") }
        }
        return value
    }
}

/// The names in an object so far.
///
/// A few names are compared one by one; more are kept in a set, so that the cost stays linear.
private struct DistinctNames {
    private var names: Set<[UInt8]> = []

    private static let fewNames = 48

    /// Returns false if the name is among the members or was inserted before.
    mutating func insert(_ name: String, after members: [JSONObject.Member]) -> Bool {
        if members.count < Self.fewNames {
            return !members.contains { $0.name.hasSameBytes(as: name) }
        }
        if names.isEmpty {
            for member in members { names.insert(Array(member.name.utf8)) }
        }
        return names.insert(Array(name.utf8)).inserted
    }
}

extension JSONParser {
    var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    mutating func skip(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        position += 1
        return true
    }

    private mutating func skipWhiteSpace() {
        while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
            position += 1
        }
    }

    /// Makes a failure that never quotes the text, which may contain what must not be logged.
    func failure(_ problem: String, at offset: Int? = nil) -> Failure {
        Failure(.malformedJSON, "\(problem), at byte \(offset ?? position).")
    }
}
