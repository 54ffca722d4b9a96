import FoundationEssentials

/// Base64url without padding (RFC 4648, section 5).
package enum Base64URLText {
    package static func of(_ bytes: [UInt8]) -> String {
        String(
            decoding: Data(bytes).base64EncodedData().compactMap { letter -> UInt8? in
                switch letter {
                case UInt8(ascii: "+"): UInt8(ascii: "-")
                case UInt8(ascii: "/"): UInt8(ascii: "_")
                case UInt8(ascii: "="): nil
                default: letter
                }
            }, as: UTF8.self)
    }
}
