import Entitlements
import Testing

@testable import EntitlementsAPI

@Suite("Reading the fields of a body")
struct BodyFieldsTests {
    private func fields(_ json: String) throws -> BodyFields {
        BodyFields(
            try JSONParser.parse(Array(json.utf8)), at: "", allowing: ["a"], nullable: ["b"])
    }

    /// The value read from a body, with the pointers of field problems.
    private func read<Value>(
        _ json: String, _ read: (inout BodyFields) -> Value
    ) throws -> (value: Value, pointers: [String]) {
        var fields = try fields(json)
        let value = read(&fields)
        return (value, fields.problems.map(\.pointer))
    }

    @Test("a text has a limited number of bytes", arguments: ["x", "éé", "1234"])
    func text(_ text: String) throws {
        let json = #"{"a":"\#(text)"}"#
        #expect(try read(json) { $0.text("a", bytes: 1...4) } == (text, []))
        let optional = try read(json) { $0.optionalText("a", bytes: 1...4) }
        #expect(optional.value == text)
        #expect(optional.pointers == [])
    }

    @Test(
        "another value than a text has a pointer, required or not",
        arguments: [#""""#, #""12345""#, #""ééx""#, "1", "true", "[]", "{}", "null"])
    func noText(_ value: String) throws {
        let json = #"{"a":\#(value)}"#
        #expect(try read(json) { $0.text("a", bytes: 1...4) } == ("", ["/a"]))
        #expect(try read(json) { $0.optionalText("a", bytes: 1...4) }.pointers == ["/a"])
    }

    @Test(
        "an absent field, or null where it may be, is an absent text or a false flag",
        arguments: [("{}", "a"), ("{}", "b"), (#"{"b":null}"#, "b")])
    func absent(_ json: String, name: String) throws {
        let optional = try read(json) { $0.optionalText(name, bytes: 1...4) }
        #expect(optional.value == nil)
        #expect(optional.pointers == [])
        #expect(try read(json) { $0.flag(name) } == (false, []))
        #expect(try read(json) { $0.text(name, bytes: 1...4) } == ("", ["/\(name)"]))
    }

    @Test(
        "a missing field is said to be missing, and another value not",
        arguments: [("{}", true), (#"{"a":null}"#, true), (#"{"a":7}"#, false)])
    func missing(_ json: String, isMissing: Bool) throws {
        let reads: [(inout BodyFields) -> Void] = [
            { _ = $0.text("a", bytes: 1...4) }, { _ = $0.appUserID("a") },
            { _ = $0.word("a", of: ["b"]) }, { _ = $0.array("a", counting: 1...2) },
            { _ = $0.timestamp("a") },
        ]
        for read in reads {
            var fields = try fields(json)
            read(&fields)
            #expect(fields.problems.count == 1)
            let detail = fields.problems.first?.detail ?? ""
            #expect(detail.hasPrefix("The field is missing. Expected ") == isMissing)
        }
    }

    @Test("a flag is true or false", arguments: [true, false])
    func flag(_ value: Bool) throws {
        #expect(try read(#"{"a":\#(value)}"#) { $0.flag("a") } == (value, []))
    }

    @Test(
        "any other value of a flag has a pointer",
        arguments: [#""true""#, "1", "0", "[]", "null"])
    func noFlag(_ value: String) throws {
        #expect(try read(#"{"a":\#(value)}"#) { $0.flag("a") } == (false, ["/a"]))
    }
}
