import Entitlements
import Testing

@Suite("JSON parser")
struct JSONParserTests {
    @Test(
        "reads values",
        arguments: [
            ("null", JSONValue.null), (" true ", .bool(true)), ("false\n", .bool(false)),
            ("0", .integer(0)), ("-0", .integer(0)), ("42", .integer(42)),
            ("9007199254740993", .integer(9_007_199_254_740_993)),
            ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
            (#""""#, .string("")), (#""a\/\"\\\b\f\n\r\t""#, .string("a/\"\\\u{8}\u{C}\n\r\t")),
            (#""\u00e9\ud83d\ude00""#, .string("é😀")), ("\"é😀\"", .string("é😀")),
            ("[]", .array([])), ("[1 , [ ] ]", .array([.integer(1), .array([])])),
            ("{}", .object(JSONObject())), ("{\t}", .object(JSONObject())),
        ])
    func values(text: String, expected: JSONValue) throws {
        #expect(try JSONParser.parse(Array(text.utf8)) == expected)
    }

    @Test(
        "keeps numbers as they were written",
        arguments: ["1.5", "4.99", "1e3", "-1.20E-2", "0.1", "25.487", "1.0", "1e-400"])
    func decimals(text: String) throws {
        let value = try JSONParser.parse(Array(text.utf8))
        guard case .decimal(let decimal) = value else {
            Issue.record("\(text) is not read as a decimal")
            return
        }
        #expect(decimal.value == Double(text))
        #expect(value.bytes == Array(text.utf8))
    }

    @Test("keeps members in their order and finds them by name")
    func objects() throws {
        let text = #"{"b":1,"a":{"c":[null]},"# + "\"\u{E9}\":2,\"e\u{301}\":3}"
        let value = try JSONParser.parse(Array(text.utf8))
        #expect(value.object?.members.map(\.name) == ["b", "a", "\u{E9}", "e\u{301}"])
        #expect(value["a"]?["c"]?.array == [.null])
        #expect(value["\u{E9}"] == .integer(2))
        #expect(value["e\u{301}"] == .integer(3))
        #expect(value["d"] == nil)
        #expect(value.bytes == Array(text.utf8))
    }

    @Test("drops one byte order mark before the text")
    func byteOrderMark() throws {
        let text = Array("\u{FEFF}{\"a\":\"\u{FEFF}\"}".utf8)
        #expect(try JSONParser.parse(text)["a"] == .string("\u{FEFF}"))
    }

    @Test(
        "refuses what is not JSON, and says at which byte",
        arguments: [
            ("", 0), (" ", 1), ("nul", 3), ("True", 0), ("'a'", 0), ("[1,]", 3), ("{\"a\":1,}", 7),
            ("[,1]", 1), ("[1 2]", 3), ("{\"a\" 1}", 5), ("{a:1}", 1), ("{\"a\":}", 5), ("[", 1),
            ("{", 1), ("{\"a\":1", 6), ("[1", 2), ("1 1", 2), ("{} []", 3), ("\"a", 2),
            ("\"a\u{1}\"", 2), ("\"\n\"", 1), (#""\x""#, 1), (#""\u12"#, 5), (#""\u12g4""#, 5),
            ("01", 1), ("+1", 0), (".5", 0), ("1.", 2), ("-", 1), ("1e", 2), ("1e+", 3),
            ("0x10", 1),
            ("NaN", 0), ("Infinity", 0), ("-Infinity", 1), ("// a\n1", 0), ("1/**/", 1),
            ("\u{FEFF}\u{FEFF}1", 3), (" \u{FEFF}1", 1), ("\u{FEFF}", 3), ("\u{A0}1", 0),
            ("[1\0]", 2),
        ])
    func refusals(text: String, offset: Int) {
        expectMalformed(Array(text.utf8), at: offset)
    }

    @Test(
        "refuses what other readers read differently",
        arguments: [
            (#"{"a":1,"a":2}"#, 7), (#"{"a":1,"\u0061":2}"#, 7), (#""a\u0000b""#, 2),
            (#""\ud800""#, 1), (#""\ud800x""#, 1), (#""\ud800\n""#, 1), (#""\ud800\ud800""#, 1),
            (#""\udc00""#, 1), (#""\ude00\ud83d""#, 1),
            ("9223372036854775808", 0), ("-9223372036854775809", 0), ("1e309", 0),
            ("100000000000000000000000000000", 0),
        ])
    func traps(text: String, offset: Int) {
        expectMalformed(Array(text.utf8), at: offset)
    }

    @Test(
        "refuses bytes that are not UTF-8",
        arguments: [
            [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x80, 0xAF], [0xF0, 0x80, 0x80, 0xAF],
            [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF],
            [0xC3], [0xE2, 0x82],
        ] as [[UInt8]])
    func notUTF8(bytes: [UInt8]) {
        let quote = UInt8(ascii: "\"")
        expectMalformed([quote] + bytes + [quote], at: 0)
        expectMalformed([quote] + Array(#"\n"#.utf8) + bytes + [quote], at: 0)
        expectMalformed(bytes, at: 0)
    }

    @Test("refuses UTF-16 and UTF-32")
    func otherEncodings() {
        expectMalformed([0xFF, 0xFE, 0x31, 0x00], at: 0)
        expectMalformed([0x00, 0x31], at: 0)
        expectMalformed([0x31, 0x00], at: 1)
    }

    @Test("reads 64 levels and refuses 65, of arrays and of objects")
    func depth() throws {
        func nested(_ open: String, _ close: String, _ depth: Int) -> [UInt8] {
            let opening = String(repeating: open, count: depth)
            return Array((opening + "1" + String(repeating: close, count: depth)).utf8)
        }
        _ = try JSONParser.parse(nested("[", "]", 64))
        expectMalformed(nested("[", "]", 65), at: 64)
        _ = try JSONParser.parse(nested("{\"a\":", "}", 64))
        expectMalformed(nested("{\"a\":", "}", 65), at: 64 * 5)
        expectMalformed(nested("[", "]", 900_000).dropLast(900_001), at: 64)
    }

    @Test("refuses more values and more bytes than the limits")
    func limits() throws {
        var limits = JSONParser.Limits()
        limits.maximumValues = 4
        _ = try JSONParser.parse(Array("[1,[2]]".utf8), limits: limits)
        expectMalformed(Array("[1,2,3,4]".utf8), at: 7, limits: limits)
        limits.maximumBytes = 3
        _ = try JSONParser.parse(Array("[1]".utf8), limits: limits)
        expectMalformed(Array("[1] ".utf8), at: 0, limits: limits)
    }

    @Test("finds a duplicate among many names", arguments: [2, 15, 16, 17, 18, 40_000])
    func manyNames(count: Int) throws {
        let members = (0..<count).map { "\"n\($0)\":0" }.joined(separator: ",")
        _ = try JSONParser.parse(Array("{\(members)}".utf8))
        for duplicate in [0, count - 1] {
            let text = Array("{\(members),\"n\(duplicate)\":0}".utf8)
            expectMalformed(text, at: members.utf8.count + 2)
        }
    }

    @Test("never quotes the text in its complaint")
    func keepsQuiet() {
        let failure = #expect(throws: Failure.self) {
            try JSONParser.parse(Array(#"{"alice@example.com": secret}"#.utf8))
        }
        #expect(failure?.detail == "A value is expected, at byte 22.")
    }

    @Test("survives every prefix and every changed byte of a document")
    func mutations() {
        let document = Array(
            #"{"a":[1,-2.5e3,"x\u00e9\ud83d\ude00\n",true,null,{"b":{}}],"é":"😀"}"#.utf8)
        for end in document.indices {
            #expect(throws: Failure.self) { try JSONParser.parse(Array(document[..<end])) }
        }
        for index in document.indices {
            for byte in UInt8.min...UInt8.max {
                var changed = document
                changed[index] = byte
                guard let value = try? JSONParser.parse(changed) else { continue }
                #expect((try? JSONParser.parse(value.bytes)) == value)
            }
        }
    }

    private func expectMalformed(
        _ bytes: some Sequence<UInt8>,
        at offset: Int,
        limits: JSONParser.Limits = JSONParser.Limits(),
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let failure = #expect(throws: Failure.self, sourceLocation: sourceLocation) {
            try JSONParser.parse(Array(bytes), limits: limits)
        }
        #expect(failure?.code == .malformedJSON, sourceLocation: sourceLocation)
        #expect(
            failure?.detail.hasSuffix("at byte \(offset).") == true,
            "\(failure?.detail ?? "")", sourceLocation: sourceLocation)
    }
}
