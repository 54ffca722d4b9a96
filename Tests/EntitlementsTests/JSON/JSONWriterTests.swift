import Entitlements
import Testing

@Suite("JSON writer")
struct JSONWriterTests {
    @Test("puts commas where they belong")
    func structure() throws {
        var writer = JSONWriter()
        writer.beginObject()
        writer.name("app_user_id")
        writer.string("u_42")
        writer.name("as_of")
        writer.timestamp(try #require(Timestamp(milliseconds: 1_795_255_200_000)))
        writer.name("list")
        writer.beginArray()
        writer.integer(-7)
        writer.bool(true)
        writer.null()
        writer.beginObject()
        writer.endObject()
        writer.beginArray()
        writer.endArray()
        writer.endArray()
        writer.name("last")
        writer.bool(false)
        writer.endObject()
        #expect(
            text(writer)
                == #"{"app_user_id":"u_42","as_of":"2026-11-21T10:00:00.000Z","#
                + #""list":[-7,true,null,{},[]],"last":false}"#)
    }

    @Test("escapes only the characters that JSON requires")
    func escapes() throws {
        var writer = JSONWriter()
        writer.string("\"\\/\n\r\t\u{8}\u{1F}\u{7F}é😀\u{2028}")
        #expect(text(writer) == #""\"\\/\n\r\t\u0008\u001f"# + "\u{7F}é😀\u{2028}\"")
    }

    @Test("writes any text so that it is read back unchanged")
    func anyText() throws {
        for first in 1..<0x300 {
            let scalar = try #require(Unicode.Scalar(UInt32(first)))
            let value = JSONValue.string("a\(Character(scalar))b")
            #expect(try JSONParser.parse(value.bytes) == value)
        }
    }

    @Test(
        "adds the members of an object from the database",
        arguments: [
            ("{}", #"{"a":1,"z":2}"#), ("{ }", #"{"a":1,"z":2}"#),
            (#"{"b": [1]}"#, #"{"a":1,"b": [1],"z":2}"#),
        ])
    func members(object: String, expected: String) {
        var writer = JSONWriter()
        writer.beginObject()
        writer.name("a")
        writer.integer(1)
        writer.members(ofJSON: Array(object.utf8))
        writer.name("z")
        writer.integer(2)
        writer.endObject()
        #expect(text(writer) == expected)
    }

    @Test("adds JSON text as a value")
    func json() {
        var writer = JSONWriter()
        writer.beginArray()
        writer.json(Array("{}".utf8))
        writer.json(Array("1".utf8))
        writer.endArray()
        #expect(text(writer) == "[{},1]")
    }

    @Test("sorts members, at every depth, for canonical bytes")
    func canonical() throws {
        let left = try JSONParser.parse(Array(#"{"b":[{"z":1,"y":2}],"a":null,"Z":1.50}"#.utf8))
        let right = try JSONParser.parse(Array(#"{"Z":1.50,"a":null,"b":[{"y":2,"z":1}]}"#.utf8))
        #expect(left != right)
        #expect(left.canonicalBytes == right.bytes)
        #expect(right.canonicalBytes == right.bytes)
    }

    @Test("has no decimal for infinity or NaN")
    func decimals() throws {
        #expect(JSONDecimal(.infinity) == nil)
        #expect(JSONDecimal(.nan) == nil)
        #expect(try #require(JSONDecimal(4.99)).text == "4.99")
    }

    @Test("writes arrays of JSON texts", arguments: ["[]", "[ ]"])
    func elements(empty: String) {
        var writer = JSONWriter()
        writer.beginArray()
        for array in [empty, "[1, 2]", empty, #"[{"a":[3]}]"#] {
            writer.elements(ofJSON: Array(array.utf8))
        }
        writer.endArray()
        #expect(text(writer) == #"[1, 2,{"a":[3]}]"#)
    }

    @Test("lets members be set, replaced and removed")
    func editing() {
        var object = JSONObject()
        object["a"] = .integer(1)
        object["b"] = .integer(2)
        object["a"] = .integer(3)
        object["c"] = nil
        #expect(JSONValue.object(object).bytes == Array(#"{"a":3,"b":2}"#.utf8))
        object["a"] = nil
        #expect(JSONValue.object(object).bytes == Array(#"{"b":2}"#.utf8))
    }

    private func text(_ writer: JSONWriter) -> String {
        String(decoding: writer.bytes, as: UTF8.self)
    }
}
