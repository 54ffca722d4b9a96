/// The address of an issuer's public keys: https, or http on the loopback interface.
package struct KeySetURL: RawRepresentable, Hashable, Sendable {
    package let rawValue: String

    /// Whether the host is a loopback name or address, which DNS cannot change.
    package let isLoopback: Bool
    package let isEncrypted: Bool

    package static let maximumBytes = PlainURL.maximumBytes

    /// Nil unless the text is a plain URL with a path.
    package init?(rawValue: String) {
        guard let url = PlainURL(rawValue), !url.path.isEmpty, url.isEncrypted || url.isLoopback
        else { return nil }
        self.rawValue = rawValue
        isLoopback = url.isLoopback
        isEncrypted = url.isEncrypted
    }
}
