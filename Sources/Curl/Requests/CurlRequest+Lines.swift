extension CurlRequest {
    /// The URL, if libcurl will read all of it.
    ///
    /// A C string ends at its first NUL, and what is a blank to one reader ends the URL to another.
    func checkedURL() throws(CurlError) -> String {
        guard url.utf8.allSatisfy({ $0 > UInt8(ascii: " ") && $0 != 0x7F }) else {
            throw .invalidURL
        }
        return url
    }

    var isEncrypted: Bool {
        url.prefix("https:".count).lowercased() == "https:"
    }

    func checkedMethod() throws(CurlError) -> String {
        guard Self.isToken(method) else { throw .invalidRequest }
        return method
    }

    /// The headers as libcurl takes them; no value can end its line and begin another.
    func headerLines() throws(CurlError) -> [String] {
        var lines: [String] = []
        for (name, value) in headers {
            guard Self.isToken(name), Self.isValue(value) else { throw .invalidRequest }
            // To libcurl a name and a colon take a header away, and a semicolon sends it empty.
            let isEmpty = value.utf8.allSatisfy(Self.isBlank)
            lines.append(isEmpty ? "\(name);" : "\(name): \(value)")
        }
        // What libcurl would add to a body of its own accord: a pause for the server's consent, and
        // the claim that it is a form.
        for name in ["Expect", "Content-Type"] where !hasHeader(name) {
            lines.append("\(name):")
        }
        return lines
    }

    private func hasHeader(_ name: String) -> Bool {
        headers.contains { $0.name.lowercased() == name.lowercased() }
    }

    private static func isToken(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy(tokenBytes.contains)
    }

    private static func isValue(_ text: String) -> Bool {
        text.utf8.allSatisfy { isBlank($0) || ($0 > UInt8(ascii: " ") && $0 != 0x7F) }
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }

    /// RFC 9110, 5.6.2.
    private static let tokenBytes = Set(
        "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)
}
