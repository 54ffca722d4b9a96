import Entitlements
import TestSupport

@testable import Tokens

extension TokenCase {
    /// Texts that are not in the format of a token.
    static let shapes: [TokenCase] = segments + encodings + texts

    private static let segments: [TokenCase] = [
        shaped("without its signature") {
            $0.split(separator: ".").dropLast().joined(separator: ".")
        },
        shaped("with an empty signature") {
            $0.split(separator: ".").dropLast().joined(separator: ".") + "."
        },
        shaped("of four segments") { $0 + ".AAAA" },
        shaped("of five segments, as encrypted ones have") { $0 + ".AAAA.AAAA" },
        shaped("with a dot behind it") { $0 + "." },
        shaped("with a dot in front") { "." + $0 },
        shaped("of dots alone") { _ in ".." },
        shaped("of nothing") { _ in "" },
        shaped("of one segment") { $0.split(separator: ".").joined() },
        shaped("with a space in front") { " " + $0 },
        shaped("with a line end behind it") { $0 + "\n" },
        shaped("in quotes") { "\"\($0)\"" },
        shaped("of a megabyte") { $0 + String(repeating: "A", count: 1_048_576) },
        shaped("of 8,193 bytes") { $0 + String(repeating: "A", count: 8_193 - $0.utf8.count) },
    ]

    private static let encodings: [TokenCase] = [
        shaped("with padding") { $0 + "=" },
        shaped("with padding in the middle") {
            $0.split(separator: ".").joined(separator: "=.")
        },
        shaped("with letters of plain base64") { token in
            var segments = token.split(separator: ".").map(String.init)
            segments[2] = "+/" + segments[2].dropFirst(2)
            return segments.joined(separator: ".")
        },
        shaped("with a letter of no alphabet") { $0.dropLast() + "é" },
        shaped("with a letter too many") { token in
            let length = token.utf8.split(separator: UInt8(ascii: "."))[2].count
            return token + String(repeating: "A", count: (5 - length % 4) % 4)
        },
        TokenCase(name: "whose last letter has bits that nothing reads", expected: .malformed) {
            issuer in
            // The last character of signatures of 32, 64 and 256 bytes has unused bits.
            let token = try issuer.draft().token()
            guard let last = token.last, let index = alphabet.firstIndex(of: last) else {
                return ""
            }
            return token.dropLast() + String(alphabet[index ^ 1])
        },
    ]

    private static let texts: [TokenCase] = [
        written("a subject twice") { "{\"sub\":\"victim\",\($0.dropFirst())" },
        written("a subject twice, once in escapes") {
            "{\"s\\u0075b\":\"victim\",\($0.dropFirst())"
        },
        written("an expiry twice") { "{\"exp\":4102444800,\($0.dropFirst())" },
        written("something behind them") { $0 + "{}" },
        written("a comma at the end") { $0.dropLast() + ",}" },
        written("a byte order mark") { "\u{FEFF}" + $0 },
        written("a list around them") { "[\($0)]" },
        written("a NUL behind them") { $0 + "\u{0}" },
        written("nothing in them") { _ in "" },
        written("a token within") { claims in Array(claims.utf8).base64URL + ".e30.AAAA" },
        written("nesting deeper than any claim") {
            $0.dropLast() + ",\"a\":" + String(repeating: "[", count: 40)
                + String(repeating: "]", count: 40) + "}"
        },
        TokenCase(name: "claims that are not UTF-8", expected: .malformed) { issuer in
            let draft = issuer.draft()
            return try draft.signer.token(
                header: JSONValue.object(draft.header).bytes,
                claims: Array("{\"sub\":\"".utf8) + [0xFF] + Array("\"}".utf8))
        },
        TokenCase(name: "a header with alg twice", expected: .malformed) { issuer in
            let draft = issuer.draft()
            let header = String(decoding: JSONValue.object(draft.header).bytes, as: UTF8.self)
            return try draft.signer.token(
                header: Array("{\"alg\":\"none\",\(header.dropFirst())".utf8),
                claims: JSONValue.object(draft.claims).bytes)
        },
        TokenCase(name: "a header that is a list", expected: .malformed) { issuer in
            let draft = issuer.draft()
            return try draft.signer.token(
                header: Array("[]".utf8), claims: JSONValue.object(draft.claims).bytes)
        },
    ]

    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")

    private static func shaped(
        _ name: String, _ change: @escaping @Sendable (String) -> String
    ) -> TokenCase {
        TokenCase(name: "a token \(name)", expected: .malformed) {
            change(try $0.draft().token())
        }
    }

    private static func written(
        _ name: String, _ change: @escaping @Sendable (String) -> String
    ) -> TokenCase {
        TokenCase(name: "claims with \(name)", expected: .malformed) { issuer in
            let draft = issuer.draft()
            let claims = String(decoding: JSONValue.object(draft.claims).bytes, as: UTF8.self)
            return try draft.token(claims: change(claims))
        }
    }
}
