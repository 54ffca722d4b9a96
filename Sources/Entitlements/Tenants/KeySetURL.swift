/// The address of an issuer's public keys: https, or http on the loopback interface.
package struct KeySetURL: RawRepresentable, Hashable, Sendable {
    package let rawValue: String

    /// Whether the host is a loopback name or address, which DNS cannot change.
    package let isLoopback: Bool
    package let isEncrypted: Bool

    package static let maximumBytes = 1_000

    /// Nil unless the text is a scheme, a host, an optional port and a path.
    ///
    /// The host has letters, digits, dots and hyphens, or is a loopback address. Passwords, blanks
    /// and fragments are refused.
    package init?(rawValue: String) {
        guard rawValue.utf8.count <= Self.maximumBytes,
            rawValue.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !Self.refused.contains($0) })
        else { return nil }
        let isEncrypted = rawValue.hasPrefix("https://")
        guard isEncrypted || rawValue.hasPrefix("http://") else { return nil }
        let rest = rawValue.dropFirst(isEncrypted ? "https://".count : "http://".count)
        let place = rest.prefix { $0 != "/" && $0 != "?" }
        guard rest.dropFirst(place.count).first == "/", let host = Self.host(of: place) else {
            return nil
        }
        isLoopback = Self.loopbackHosts.contains(String(host))
        guard isEncrypted || isLoopback else { return nil }
        self.rawValue = rawValue
        self.isEncrypted = isEncrypted
    }

    /// The signs of passwords and fragments, and signs that URL parsers interpret differently.
    private static let refused = Set(#"@#\^`{}|<>""#.utf8)

    private static let loopbackHosts: Set<String> = ["localhost", "127.0.0.1", "[::1]"]

    private static func host(of place: Substring) -> Substring? {
        if place.hasPrefix("[::1]") {
            let port = place.dropFirst("[::1]".count)
            return port.isEmpty || isPort(port) ? place.prefix("[::1]".count) : nil
        }
        let host = place.prefix { $0 != ":" }
        let port = place.dropFirst(host.count)
        let isPlain = !host.isEmpty && host.utf8.allSatisfy(isOfHost)
        return isPlain && (port.isEmpty || isPort(port)) ? host : nil
    }

    private static func isPort(_ text: Substring) -> Bool {
        text.first == ":" && text.count <= 6 && text.dropFirst().allSatisfy(\.isWholeNumber)
            && (UInt16(text.dropFirst()) ?? 0) > 0
    }

    private static func isOfHost(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
