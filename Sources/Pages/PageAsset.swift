import Crypto
import Entitlements
import FoundationEssentials

/// A file that pages name by an address of its content, so that a browser may keep it for ever.
package struct PageAsset: Sendable {
    package let mediaType: String
    package let text: String
    /// The SHA-256 of the text, in base64, as `integrity` and a content security policy take it.
    package let digest: String
    /// The absolute path: `/assets/<start of the digest>-<name>`.
    package let path: String

    package init(name: String, mediaType: String, text: String) {
        self.mediaType = mediaType
        self.text = text
        digest = Data(SHA256.hash(data: Array(text.utf8))).base64EncodedString()
        path = "/assets/\(Self.hash(of: text).prefix(16))-\(name)"
    }

    /// The SHA-256 of a text, in hexadecimal.
    package static func hash(of text: String) -> String {
        Hexadecimal.text(SHA256.hash(data: Array(text.utf8)))
    }
}
