import Entitlements

/// Strict percent-decoding, exactly once.
///
/// If `$RCAnonymousID:x` and `%24RCAnonymousID%3Ax` were two ids, or `a%2500` were decoded twice,
/// one app user could be taken for another.
enum PercentEncoding {
    /// Returns the decoded text: `a/b` for `a%2Fb`.
    ///
    /// Throws for a `%` without two hexadecimal digits, for U+0000 and for invalid UTF-8.
    static func decoded(_ text: Substring) throws(Failure) -> String {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(hexadecimalValue),
                let low = rest.popFirst().flatMap(hexadecimalValue)
            else { throw malformed("has a % that is not followed by two hexadecimal digits") }
            bytes.append(high << 4 | low)
        }
        guard !bytes.contains(0) else { throw malformed("contains the character U+0000") }
        guard let decoded = String(validating: bytes, as: UTF8.self) else {
            throw malformed("is not UTF-8 once decoded")
        }
        return decoded
    }

    private static func hexadecimalValue(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    private static func malformed(_ problem: String) -> Failure {
        Failure(.invalidRequest, "The address \(problem).")
    }
}
