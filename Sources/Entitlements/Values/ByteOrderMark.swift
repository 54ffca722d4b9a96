/// U+FEFF in UTF-8, which some editors and shells write before a text.
package enum ByteOrderMark {
    private static let bytes: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// The number of bytes that a mark takes before this text: 3 or 0.
    package static func length(before text: some Sequence<UInt8>) -> Int {
        text.starts(with: bytes) ? bytes.count : 0
    }
}
