import Crypto

/// A code that gives what its campaign promises; people read, dictate and type it.
///
/// One of a batch has 80 bits. It is shown once, and only the digest of its spelling is stored.
package struct PromoCode: Sendable, Equatable {
    /// The code in groups: `7KQ2-M0XA-94TD-RW3H`.
    package let text: String

    /// How many secret bytes make a code.
    package static let byteCount = 10

    /// How many characters the spelling of a code that a tenant chooses may have.
    package static let chosenCharactersRange = 4...64

    /// Crockford's base 32: no I, L, O or U.
    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")

    /// Uses the first ten bytes, which must be secret.
    package init(bytes: [UInt8]) {
        var number: UInt64 = 0
        var bits = 0
        var characters: [Character] = []
        for byte in bytes.prefix(Self.byteCount) {
            number = number << 8 | UInt64(byte)
            bits += 8
            while bits >= 5 {
                bits -= 5
                characters.append(Self.alphabet[Int(number >> bits & 31)])
            }
        }
        text = Self.grouped(characters, by: 4)
    }

    /// The digest that the database stores.
    package var digest: [UInt8] { Self.digest(of: text) }

    /// Returns the SHA-256 of the spelling of a presented code.
    package static func digest(of text: String) -> [UInt8] {
        Array(SHA256.hash(data: Array(spelling(of: text).utf8)))
    }

    /// Returns the one spelling of a code.
    ///
    /// Case, spaces and dashes do not matter, nor does the width of characters. The letters I and L
    /// are the digit 1, and the letter O is the digit 0.
    package static func spelling(of text: String) -> String {
        var spelling = String.UnicodeScalarView()
        for scalar in text.unicodeScalars where !isSeparator(scalar) {
            let isWide = fullWidthRange.contains(scalar.value)
            switch Unicode.Scalar(scalar.value - (isWide ? 0xFEE0 : 0)) ?? scalar {
            case "i", "I", "l", "L": spelling.append("1")
            case "o", "O": spelling.append("0")
            case let letter where ("a"..."z").contains(letter):
                spelling.append(Unicode.Scalar(UInt8(ascii: letter) - 32))
            case let other: spelling.append(other)
            }
        }
        return String(spelling)
    }

    /// Whether a tenant may choose the text as a code: enough letters and digits of ASCII.
    package static func canBeChosen(_ text: String) -> Bool {
        let spelling = spelling(of: text).unicodeScalars
        return chosenCharactersRange.contains(spelling.count)
            && spelling.allSatisfy { ("0"..."9").contains($0) || ("A"..."Z").contains($0) }
    }

    /// The full-width forms of the visible ASCII characters, from keyboards of East Asia.
    private static let fullWidthRange: ClosedRange<UInt32> = 0xFF01...0xFF5E

    private static let minusSign: Unicode.Scalar = "\u{2212}"

    private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .dashPunctuation, .format, .spaceSeparator: true
        default: scalar.properties.isWhitespace || scalar == minusSign || scalar == "_"
        }
    }

    static func grouped(_ characters: [Character], by size: Int) -> String {
        stride(from: 0, to: characters.count, by: size)
            .map { String(characters[$0..<min($0 + size, characters.count)]) }
            .joined(separator: "-")
    }
}

extension PromoCode: CustomStringConvertible, CustomReflectable {
    /// Omits the code.
    package var description: String { "…" }

    package var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}
