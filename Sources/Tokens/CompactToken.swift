package import Entitlements

/// A parsed but unverified JWT in compact form (RFC 7519).
///
/// jwt-kit receives only the signed bytes and the signature; all other reading is done here.
package struct CompactToken: Sendable {
    package let algorithm: TokenAlgorithm
    package let keyID: String?
    package let claims: JSONObject
    /// The first two segments and the dot between them.
    let signedBytes: [UInt8]
    let signature: [UInt8]

    package static let maximumBytes = 8_192
    static let maximumKeyIDBytes = 200

    /// Throws unless the text is exactly a signed JWT without unusual header fields.
    package init(parsing text: String) throws(TokenError) {
        guard text.utf8.count <= Self.maximumBytes else { throw .malformed }
        let bytes = Array(text.utf8)
        let segments = bytes.split(
            separator: UInt8(ascii: "."), maxSplits: 3, omittingEmptySubsequences: false)
        guard segments.count == 3, let signature = Base64URL.decoded(segments[2]),
            !signature.isEmpty
        else { throw .malformed }
        let header = try Self.object(segments[0])
        claims = try Self.object(segments[1])
        try Self.refuseUnusual(header)
        guard case .string(let name)? = header["alg"], let algorithm = Self.algorithm(name) else {
            throw .algorithmRefused
        }
        self.algorithm = algorithm
        keyID = try Self.keyID(in: header)
        signedBytes = Array(bytes[..<segments[1].endIndex])
        self.signature = signature
    }

    private static func object(_ segment: ArraySlice<UInt8>) throws(TokenError) -> JSONObject {
        var limits = JSONParser.Limits()
        limits.maximumBytes = maximumBytes
        limits.maximumDepth = 16
        limits.maximumValues = 1_000
        limits.dropsByteOrderMark = false
        // The parser refuses duplicate names, U+0000 and a second value.
        guard let bytes = Base64URL.decoded(segment),
            let object = (try? JSONParser.parse(bytes, limits: limits))?.object
        else { throw .malformed }
        return object
    }

    /// Compares bytes: `hs256` and `None` are not algorithms.
    private static func algorithm(_ name: String) -> TokenAlgorithm? {
        TokenAlgorithm.allCases.first { $0.rawValue.utf8.elementsEqual(name.utf8) }
    }

    /// Refuses headers that name their own keys, or encrypted, compressed, detached or nested
    /// content.
    private static func refuseUnusual(_ header: JSONObject) throws(TokenError) {
        guard unusual.allSatisfy({ header[$0] == nil }) else { throw .headerRefused }
        guard let type = header["typ"] else { return }
        guard case .string(let name) = type, name.utf8.elementsEqual("JWT".utf8) else {
            throw .headerRefused
        }
    }

    private static let unusual = ["b64", "crit", "cty", "enc", "jku", "jwk", "x5c", "x5u", "zip"]

    private static func keyID(in header: JSONObject) throws(TokenError) -> String? {
        guard let value = header["kid"] else { return nil }
        guard case .string(let keyID) = value, isKeyID(keyID) else { throw .unknownKey }
        return keyID
    }

    /// Visible ASCII only, so that equal names have equal bytes.
    static func isKeyID(_ text: String) -> Bool {
        (1...maximumKeyIDBytes).contains(text.utf8.count)
            && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
}
