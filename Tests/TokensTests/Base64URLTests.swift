import TestSupport
import Testing

@testable import Tokens

@Suite("base64url is read strictly")
struct Base64URLTests {
    @Test("an encoded text is read back", arguments: 0..<200)
    func roundTrip(count: Int) {
        var random = SeededGenerator(seed: UInt64(count))
        let bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        #expect(Base64URL.decoded(bytes.base64URL.utf8) == bytes)
    }

    @Test(
        "any other text is refused",
        arguments: ["A", "AAAAA", "AA=", "AA==", "AB", "AAB", "A+", "A/", "A A", "AA\n", "é", "A."])
    func refused(text: String) {
        #expect(Base64URL.decoded(text.utf8) == nil)
    }
}
