import Entitlements
import Testing

@Suite("Promo codes")
struct PromoCodeTests {
    @Test("a code of a batch has 80 bits in four groups without ambiguous letters")
    func form() {
        let code = PromoCode(bytes: Array(0..<10))
        #expect(code.text == "000G-40R4-0M30-E209")
        #expect(PromoCode(bytes: [UInt8](repeating: 255, count: 10)).text == "ZZZZ-ZZZZ-ZZZZ-ZZZZ")
        let letters = Set(
            (0...255).flatMap { byte in
                Array(PromoCode(bytes: [UInt8](repeating: byte, count: 10)).text)
            })
        #expect(letters.isDisjoint(with: "ILOU"))
    }

    @Test(
        "all spellings of a code have one digest",
        arguments: [
            "7KQ2-M0XA", "7kq2m0xa", " 7KQ2 MOXA ", "7KQ2–MoXA", "7K\u{00AD}Q2_M0XA",
            "７ＫＱ２－Ｍ０ＸＡ", "7kq2\u{2212}m0xa\n",
        ])
    func spellings(text: String) {
        #expect(PromoCode.spelling(of: text) == "7KQ2M0XA")
        #expect(PromoCode.digest(of: text) == PromoCode.digest(of: "7KQ2M0XA"))
    }

    @Test("a different letter is a different code")
    func different() {
        for text in ["7KQ2-M0XB", "7KQ2-M0X", "7KQ2-M0XAÄ", "7KQ2-М0XA"] {
            #expect(PromoCode.digest(of: text) != PromoCode.digest(of: "7KQ2M0XA"))
        }
    }

    @Test(
        "a tenant chooses letters and digits, neither few nor many",
        arguments: [
            ("SUMMER 26", true), ("abcd", true), ("abc", false), ("a-b-c", false),
            ("ÄPFEL", false), (String(repeating: "A", count: 65), false), ("CODE!", false),
        ])
    func chosen(text: String, isRight: Bool) {
        #expect(PromoCode.canBeChosen(text) == isRight)
    }

    @Test("a description does not contain the code")
    func description() {
        let code = PromoCode(bytes: Array(0..<10))
        var dumped = ""
        dump(code, to: &dumped)
        #expect(!"\(code) \(dumped)".contains(code.text))
    }
}
