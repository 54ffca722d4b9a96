import Entitlements
import Testing

@Suite("The nearest name")
struct NearestNameTests {
    @Test(
        "begins with the word, or differs in one letter of three at most",
        arguments: [
            ("prodcuts", "products"), ("limit", "limits"), ("house", "households"),
            ("webhoks", "webhooks"), ("nome", "name"), ("nbme", "name"), ("noma", nil),
            ("colour", nil), ("", nil),
        ])
    func nearest(word: String, name: String?) {
        let names = ["name", "products", "limits", "households", "webhooks"]
        #expect(NearestName.of(word, among: names) == name)
    }

    @Test("is none of no names")
    func none() {
        #expect(NearestName.of("name", among: []) == nil)
    }
}
