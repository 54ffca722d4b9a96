import Entitlements
import Testing

@Suite("Referral codes")
struct ReferralCodeTests {
    @Test("a code is pronounceable and has no ambiguous letters")
    func form() {
        for byte in UInt8.min...UInt8.max {
            let code = ReferralCode(bytes: (0..<9).map { byte &* 31 &+ $0 &* 77 })
            let groups = code.text.split(separator: "-")
            #expect(groups.count == 3)
            for group in groups {
                #expect(
                    group.wholeMatch(of: #/[bdfghjkmnprstwxz][aeu][bdfghjkmnprstwxz][aeu]./#) != nil
                )
            }
            #expect(Set("lio01cqvy").isDisjoint(with: code.text))
        }
        #expect(ReferralCode(bytes: Array(repeating: 0, count: 9)).text == "babab-babab-babab")
    }

    @Test("each bit of the random bytes counts")
    func distinct() {
        var codes: Set<String> = []
        for bit in 4..<72 {
            var bytes = [UInt8](repeating: 0, count: 9)
            bytes[bit / 8] |= 0x80 >> (bit % 8)
            codes.insert(ReferralCode(bytes: bytes).text)
        }
        #expect(codes.count > 60)
    }

    @Test("spaces, case and dashes do not matter")
    func digest() {
        let code = ReferralCode(bytes: Array(1...9))
        #expect(code.digest == PromoCode.digest(of: code.text.uppercased()))
        #expect(code.digest == PromoCode.digest(of: code.text.replacing("-", with: " ")))
    }
}
