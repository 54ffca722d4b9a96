import Entitlements
import Testing

@Suite("Secret code")
struct SecretCodeTests {
    @Test(
        "is 160 bits in base62, in every release",
        arguments: [
            ([UInt8](repeating: 0, count: 20), "inv_000000000000000000000000000"),
            ([UInt8](repeating: 0, count: 19) + [61], "inv_00000000000000000000000000z"),
            ([UInt8](repeating: 0, count: 18) + [1, 0], "inv_000000000000000000000000048"),
            ([UInt8](repeating: 255, count: 20), "inv_aWgEPTl1tmebfsQzFP4bxwgy80V"),
        ])
    func text(_ bytes: [UInt8], _ text: String) {
        #expect(SecretCode(.invite, bytes: bytes).text == text)
        #expect(SecretCode(.invite, bytes: bytes + [1, 2, 3]).text == text)
    }

    @Test("is compared by the SHA-256 of its text, as is any text from a caller")
    func digest() {
        let code = SecretCode(.invite, bytes: [UInt8](repeating: 7, count: 20))
        #expect(code.digest == SecretCode.digest(of: code.text))
        let abc: [UInt8] = [
            0xBA, 0x78, 0x16, 0xBF, 0x8F, 0x01, 0xCF, 0xEA, 0x41, 0x41, 0x40, 0xDE, 0x5D, 0xAE,
            0x22, 0x23, 0xB0, 0x03, 0x61, 0xA3, 0x96, 0x17, 0x7A, 0x9C, 0xB4, 0x10, 0xFF, 0x61,
            0xF2, 0x00, 0x15, 0xAD,
        ]
        #expect(SecretCode.digest(of: "abc") == abc)
    }

    @Test("begins with its kind")
    func kind() {
        let bytes = [UInt8](repeating: 0, count: 20)
        #expect(SecretCode(.deviceSecret, bytes: bytes).text == "dev_000000000000000000000000000")
        #expect(SecretCode(.mergeTicket, bytes: bytes).text == "mrg_000000000000000000000000000")
    }

    @Test("does not show itself in logs")
    func description() {
        let code = SecretCode(.invite, bytes: [UInt8](repeating: 7, count: 20))
        var dumped = ""
        dump(code, to: &dumped)
        #expect(!"\(code) \(dumped)".contains(code.text))
    }
}
