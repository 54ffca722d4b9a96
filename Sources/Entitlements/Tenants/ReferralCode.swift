/// The code with which an app user brings others: people say it aloud and pass it on.
///
/// It has 45 bits in three groups, such as `badut-kezum-fanep`. It is no secret, but cannot be
/// guessed from other codes.
package struct ReferralCode: Sendable, Equatable {
    package let text: String

    /// How many random bytes make a code.
    package static let byteCount = 9

    private static let groups = 3

    /// Sixteen consonants and three vowels that neither look nor sound like each other.
    private static let consonants = Array("bdfghjkmnprstwxz")
    private static let vowels = Array("aeu")

    /// Uses the first nine bytes, which must be random.
    package init(bytes: [UInt8]) {
        var number = bytes.prefix(5).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        var rest = bytes.dropFirst(5).prefix(4).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        func consonant() -> Character {
            defer { number /= 16 }
            return Self.consonants[Int(number % 16)]
        }
        func vowel() -> Character {
            defer { rest /= 3 }
            return Self.vowels[Int(rest % 3)]
        }
        text = (0..<Self.groups).map { _ in
            String([consonant(), vowel(), consonant(), vowel(), consonant()])
        }.joined(separator: "-")
    }

    /// The digest by which the code is found, however it is spelled.
    package var digest: [UInt8] { PromoCode.digest(of: text) }
}
