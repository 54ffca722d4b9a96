import Mustache

/// Escapes for HTML by Unicode scalars.
///
/// Mustache's own escape goes by characters, to which a quote with a combining accent is no quote.
/// A browser reads scalars, and would end the attribute.
struct HTMLText: MustacheContentType {
    /// The name by which a template chooses this escape.
    static let name = "HTML_BY_SCALARS"

    func escapeText(_ text: String) -> String {
        guard text.utf8.contains(where: { Self.escapes[$0] != nil }) else { return text }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count + 32)
        for byte in text.utf8 {
            if let escape = Self.escapes[byte] {
                bytes.append(contentsOf: escape.utf8)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static let escapes: [UInt8: String] = [
        UInt8(ascii: "<"): "&lt;", UInt8(ascii: ">"): "&gt;", UInt8(ascii: "&"): "&amp;",
        UInt8(ascii: "\""): "&quot;", UInt8(ascii: "'"): "&#39;",
        // A carriage return would end the line of a server-sent event.
        UInt8(ascii: "\r"): "&#13;",
    ]
}
