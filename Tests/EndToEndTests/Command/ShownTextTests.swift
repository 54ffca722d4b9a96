import Entitlements
import TestSupport
import Testing

@testable import hearth

@Suite("Text from other systems on a terminal")
struct ShownTextTests {
    @Test(
        "what a terminal obeys is shown as its code",
        arguments: [
            ("\u{1B}[31mred", #"\u{1B}[31mred"#), ("a\tb\r\nc", #"a\u{9}b\u{D}\u{A}c"#),
            ("\u{9B}2J\u{7F}\0", #"\u{9B}2J\u{7F}\u{0}"#), ("a\u{202E}b", #"a\u{202E}b"#),
            ("\u{2028}\u{2029}", #"\u{2028}\u{2029}"#),
            ("Zoë \u{1F600} $RCAnonymousID:1", "Zoë \u{1F600} $RCAnonymousID:1"),
        ])
    func controlCharacters(text: String, shown: String) {
        #expect(text.showingControlCharacters == shown)
    }

    @Test("JSON escapes what a terminal obeys, and keeps its values and its lines")
    func json() throws {
        let value: JSONValue = [
            "id": "a\u{7F}\u{9B}2J\u{202E}\u{1B}\u{2028}\u{E0001}b\tZoë \u{1F600}",
            "c\u{85}": [1, nil],
        ]
        let text = value.indented
        #expect(
            text == #"""
                {
                  "id": "a\u007f\u009b2J\u202e\u001b\u2028\udb40\udc01b\tZoë \#u{1F600}",
                  "c\u0085": [
                    1,
                    null
                  ]
                }
                """#)
        #expect(try JSONParser.parse(Array(text.utf8)) == value)
    }
}
