import Entitlements

/// The encoding of all lists' cursors.
enum CursorText {
    /// The refusal of a text that is not a cursor of the list.
    static let refusal = Failure(
        .validationFailed, "The query has parameters that are not as expected.",
        pointers: [
            FieldProblem(pointer: "/cursor", detail: "Expected a next_cursor of this list.")
        ])

    static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }

    /// Nil unless the text is pairs of hexadecimal digits.
    static func bytes(hexadecimal text: Substring) -> [UInt8]? {
        let digits = text.compactMap { $0.isASCII ? $0.hexDigitValue : nil }
        guard digits.count == text.utf8.count, digits.count.isMultiple(of: 2) else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map {
            UInt8(digits[$0] << 4 | digits[$0 + 1])
        }
    }
}
