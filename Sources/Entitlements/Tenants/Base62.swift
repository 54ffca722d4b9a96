/// Numbers and random text in the sixty-two letters and digits, which no shell, address or
/// double-click splits.
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

    /// The lowest digits of a number, with leading zeros.
    static func encode(_ value: UInt64, characters: Int) -> String {
        var rest = value
        var bytes: [UInt8] = []
        for _ in 0..<characters {
            bytes.append(alphabet[Int(rest % UInt64(alphabet.count))])
            rest /= UInt64(alphabet.count)
        }
        return String(decoding: bytes.reversed(), as: UTF8.self)
    }

    static func isValid(_ text: Substring) -> Bool {
        text.utf8.allSatisfy(alphabet.contains)
    }
}
