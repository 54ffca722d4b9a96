/// Percent-encoding of the parts of a URL (RFC 3986), and strict decoding, exactly once.
///
/// If `$RCAnonymousID:x` and `%24RCAnonymousID%3Ax` were two ids, or `a%2500` were decoded twice,
/// one app user could be taken for another.
package enum PercentEncoding {
    /// Returns the decoded text: `a/b` for `a%2Fb`.
    ///
    /// Throws for a `%` without two hexadecimal digits, for U+0000 and for invalid UTF-8.
    package static func decoded(_ text: Substring) throws(Failure) -> String {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(Hexadecimal.value(of:)),
                let low = rest.popFirst().flatMap(Hexadecimal.value(of:))
            else { throw malformed("has a % that is not followed by two hexadecimal digits") }
            bytes.append(high << 4 | low)
        }
        guard !bytes.contains(0) else { throw malformed("contains the character U+0000") }
        guard let decoded = String(validating: bytes, as: UTF8.self) else {
            throw malformed("is not UTF-8 once decoded")
        }
        return decoded
    }

    /// Escapes every byte that could mean anything in a path or a query.
    package static func encoded(_ text: String) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if unreservedBytes.contains(byte) {
                bytes.append(byte)
            } else {
                bytes.append(UInt8(ascii: "%"))
                bytes.append(hexadecimalDigits[Int(byte >> 4)])
                bytes.append(hexadecimalDigits[Int(byte & 0x0F)])
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// RFC 3986, 2.3.
    private static let unreservedBytes = Set(
        "-._~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)

    private static let hexadecimalDigits = Array("0123456789ABCDEF".utf8)

    private static func malformed(_ problem: String) -> Failure {
        Failure(.invalidRequest, "The address \(problem).")
    }
}
