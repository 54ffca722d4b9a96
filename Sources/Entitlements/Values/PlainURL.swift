/// The parts of a web address that all URL parsers read alike.
struct PlainURL {
    let isEncrypted: Bool
    /// Whether the host is a loopback name or address, which DNS cannot change.
    let isLoopback: Bool
    /// The path with the query; empty, or a slash first.
    let path: Substring

    static let maximumBytes = 1_000

    /// Nil unless the text is http or https, a host, an optional port and a path.
    ///
    /// The host has letters, digits, dots and hyphens, or is a loopback address. Passwords, blanks
    /// and fragments are refused.
    init?(_ text: String) {
        guard text.utf8.count <= Self.maximumBytes,
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !Self.refused.contains($0) })
        else { return nil }
        isEncrypted = text.hasPrefix("https://")
        guard isEncrypted || text.hasPrefix("http://") else { return nil }
        let rest = text.dropFirst(isEncrypted ? "https://".count : "http://".count)
        let place = rest.prefix { $0 != "/" && $0 != "?" }
        path = rest.dropFirst(place.count)
        guard path.first != "?", let host = Self.host(of: place) else { return nil }
        isLoopback = Self.loopbackHosts.contains(String(host))
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
