/// An HTTP/1.1 response as received.
package struct RawHTTPResponse: Sendable {
    package let status: Int
    /// The headers in order, with lower-case names.
    package let headers: [(name: String, value: String)]
    package let body: [UInt8]

    /// Parses one whole response, as measured by `length(of:)`.
    init(_ bytes: [UInt8]) {
        let headLength = Self.headLength(of: bytes) ?? bytes.count
        let lines = Self.lines(of: bytes.prefix(headLength))
        status = lines.first.flatMap { Int($0.split(separator: " ").dropFirst().first ?? "") } ?? 0
        headers = Self.headers(in: lines)
        body = Array(bytes.dropFirst(headLength))
    }

    package var text: String { String(decoding: body, as: UTF8.self) }

    /// The first value of a header, by its lower-case name.
    package subscript(name: String) -> String? {
        headers.first { $0.name == name }?.value
    }

    /// The length of the first response, or nil if it is incomplete.
    ///
    /// Our server always states the length of a body.
    static func length(of bytes: [UInt8]) -> Int? {
        guard let headLength = headLength(of: bytes) else { return nil }
        let headers = headers(in: lines(of: bytes.prefix(headLength)))
        let bodyLength =
            headers.first { $0.name == "content-length" }.flatMap { Int($0.value) } ?? 0
        return headLength + bodyLength <= bytes.count ? headLength + bodyLength : nil
    }

    static func headLength(of bytes: [UInt8]) -> Int? {
        bytes.indices.first {
            // Compares the first byte first, as this runs for each byte of each response.
            bytes[$0] == UInt8(ascii: "\r") && bytes[$0...].starts(with: "\r\n\r\n".utf8)
        }.map { $0 + 4 }
    }

    private static func lines(of head: ArraySlice<UInt8>) -> [Substring] {
        String(decoding: head, as: UTF8.self).split(separator: "\r\n")
    }

    private static func headers(in lines: [Substring]) -> [(name: String, value: String)] {
        lines.dropFirst().map { line in
            let parts = line.split(separator: ":", maxSplits: 1)
            let value = parts.count > 1 ? parts[1].drop { $0 == " " } : ""
            return (parts[0].lowercased(), String(value))
        }
    }
}
