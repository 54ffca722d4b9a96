/// Numbers and random text in letters and digits, which shells, addresses and double-clicks do not
/// split.
enum Base62 {
    private static let alphabet = Array(
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)

    static func random(
        characters: Int, using generator: inout some RandomNumberGenerator
    ) -> String {
        let bytes = (0..<characters).map { _ in
            alphabet[Int.random(in: alphabet.indices, using: &generator)]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the lowest digits of a number, with leading zeros.
    static func encode(_ value: UInt64, characters: Int) -> String {
        encode(withUnsafeBytes(of: value.bigEndian, Array.init), characters: characters)
    }

    /// Returns the lowest digits of a big-endian number of any size, with leading zeros.
    static func encode(_ number: some Sequence<UInt8>, characters: Int) -> String {
        // The digits are in ascending order; each byte multiplies the number by 256.
        var digits = [Int](repeating: 0, count: characters)
        for byte in number {
            var carried = Int(byte)
            for index in digits.indices {
                carried += digits[index] << 8
                digits[index] = carried % alphabet.count
                carried /= alphabet.count
            }
        }
        return String(decoding: digits.reversed().map { alphabet[$0] }, as: UTF8.self)
    }

    static func isValid(_ text: Substring.UTF8View) -> Bool {
        text.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"):
                true
            default: false
            }
        }
    }
}
