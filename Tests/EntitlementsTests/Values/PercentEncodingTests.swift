import Entitlements
import Testing

@Suite("Percent-encoding of parts of a URL")
struct PercentEncodingTests {
    @Test(
        "a well-formed segment is decoded once",
        arguments: [
            ("u_42", "u_42"), ("%24RCAnonymousID%3Ax", "$RCAnonymousID:x"), ("a%2Fb", "a/b"),
            ("a%2fb", "a/b"), ("a%252Fb", "a%2Fb"), ("a+b", "a+b"), ("%C3%A9", "é"),
            ("%F0%9F%91%AA", "👪"), ("", ""),
        ])
    func decodes(_ encoded: String, _ expected: String) throws {
        #expect(try PercentEncoding.decoded(Substring(encoded)) == expected)
    }

    @Test(
        "all bytes but the unreserved ones are escaped",
        arguments: [
            ("u_42-a.b~C", "u_42-a.b~C"), ("$RCAnonymousID:x", "%24RCAnonymousID%3Ax"),
            ("a/b?c&d=e+f%", "a%2Fb%3Fc%26d%3De%2Bf%25"), ("é👪", "%C3%A9%F0%9F%91%AA"), ("", ""),
        ])
    func encodes(_ text: String, _ expected: String) throws {
        #expect(PercentEncoding.encoded(text) == expected)
        #expect(try PercentEncoding.decoded(Substring(expected)) == text)
    }

    @Test(
        "a malformed segment is refused",
        arguments: [
            "%", "a%", "a%2", "%zz", "%2g", "%%41", "%00", "a%00b", "%ff", "%c3", "%ed%a0%80",
            "%c0%af", "%+1", "% 1",
        ])
    func refuses(_ encoded: String) {
        let failure = #expect(throws: Failure.self) {
            try PercentEncoding.decoded(Substring(encoded))
        }
        #expect(failure?.code == .invalidRequest)
    }
}
