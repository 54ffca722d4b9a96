extension CurlRequest {
    /// The URL, if libcurl reads all of it.
    ///
    /// Refuses NUL and blanks: a C string ends at its first NUL, and some parsers end a URL at a
    /// blank.
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

    /// The headers in libcurl's form; no value can end its line and begin another.
    func headerLines() throws(CurlError) -> [String] {
        var lines: [String] = []
        for (name, value) in headers {
            guard Self.isToken(name), Self.isValue(value) else { throw .invalidRequest }
            // For libcurl, a name with a colon removes a header, and one with a semicolon sends it
            // empty.
            let isEmpty = value.utf8.allSatisfy(Self.isBlank)
            lines.append(isEmpty ? "\(name);" : "\(name): \(value)")
        }
        // libcurl would add these to a body: Expect, to wait for the server's consent, and the
        // content type of a form.
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
