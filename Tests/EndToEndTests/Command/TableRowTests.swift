import Testing

@testable import hearth

@Suite("Rows of tables")
struct TableRowTests {
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
}
