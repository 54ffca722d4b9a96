/// The origin of a page or a web view, as its `Origin` header spells it: `https://app.example`.
package struct WebOrigin: RawRepresentable, Hashable, Comparable, Sendable {
    package let rawValue: String

    package static let maximumBytes = 300

    /// Nil unless the text is a scheme, a host and an optional port, in lower case.
    ///
    /// Plain http is for loopback names only. Web views of apps have schemes of their own, such as
    /// `capacitor://localhost`. `null` and patterns are no origins.
    package init?(rawValue: String) {
        guard rawValue.utf8.count <= Self.maximumBytes, let end = rawValue.firstRange(of: "://")
        else {
            return nil
        }
        let (scheme, place) = (rawValue[..<end.lowerBound], rawValue[end.upperBound...])
        let host = place.prefix { $0 != ":" }
        let port = place.dropFirst(host.count)
        guard Self.isScheme(scheme), !host.isEmpty, host.utf8.allSatisfy(Self.isOfHost),
            port.isEmpty || Self.isPort(port, of: scheme),
            scheme != "http" || Self.loopbackHosts.contains(String(host))
        else { return nil }
        self.rawValue = rawValue
    }

    package static func < (left: WebOrigin, right: WebOrigin) -> Bool {
        left.rawValue.utf8.lexicographicallyPrecedes(right.rawValue.utf8)
    }

    private static let loopbackHosts: Set<String> = ["localhost", "127.0.0.1"]

    private static func isScheme(_ text: Substring) -> Bool {
        guard let first = text.utf8.first, isLetter(first) else { return false }
        return text.utf8.allSatisfy { isLetter($0) || isDigit($0) || "+-.".utf8.contains($0) }
    }

    /// A browser leaves out the port that its scheme implies.
    private static func isPort(_ text: Substring, of scheme: Substring) -> Bool {
        let digits = text.dropFirst()
        guard digits.utf8.allSatisfy(isDigit), digits.first != "0", let port = UInt16(digits)
        else { return false }
        return !(scheme == "https" && port == 443 || scheme == "http" && port == 80)
    }

    private static func isOfHost(_ byte: UInt8) -> Bool {
        isLetter(byte) || isDigit(byte) || "-.".utf8.contains(byte)
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
