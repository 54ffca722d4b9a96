/// A place in a trace, as the header `traceparent` of W3C Trace Context has it.
package struct TraceParent: Sendable, Equatable {
    package static let headerName = "traceparent"

    /// Of the whole trace; never zero.
    package let traceID: UInt128
    /// Of one span in it; never zero.
    package let spanID: UInt64
    /// Whether the spans of the trace are recorded.
    package let isSampled: Bool

    package init(traceID: UInt128, spanID: UInt64, isSampled: Bool) {
        self.traceID = traceID
        self.spanID = spanID
        self.isSampled = isSampled
    }

    /// Reads a header's value; nil if it is malformed.
    ///
    /// Versions after 00 may append fields, which are ignored.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count >= Self.length,
            [2, 35, 52].allSatisfy({ bytes[$0] == UInt8(ascii: "-") }),
            let version = UInt8(lowerCaseHexadecimal: bytes[0..<2]), version != 0xFF,
            let traceID = UInt128(lowerCaseHexadecimal: bytes[3..<35]), traceID != 0,
            let spanID = UInt64(lowerCaseHexadecimal: bytes[36..<52]), spanID != 0,
            let flags = UInt8(lowerCaseHexadecimal: bytes[53..<55]),
            bytes.count == Self.length || version > 0 && bytes[55] == UInt8(ascii: "-")
        else { return nil }
        self.init(traceID: traceID, spanID: spanID, isSampled: flags & 1 == 1)
    }

    /// The header's value, in version 00.
    package var text: String {
        "00-\(traceID.hexadecimal)-\(spanID.hexadecimal)-\(isSampled ? "01" : "00")"
    }

    /// `00-` and the rest, as version 00 has it.
    private static let length = 55
}

extension FixedWidthInteger {
    /// All digits, in lower case.
    package var hexadecimal: String {
        let digits = String(self, radix: 16)
        return String(repeating: "0", count: Self.bitWidth / 4 - digits.count) + digits
    }

    fileprivate init?(lowerCaseHexadecimal digits: ArraySlice<UInt8>) {
        let isDigit = { (byte: UInt8) in
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
        }
        guard digits.allSatisfy(isDigit) else { return nil }
        self.init(String(decoding: digits, as: UTF8.self), radix: 16)
    }
}
