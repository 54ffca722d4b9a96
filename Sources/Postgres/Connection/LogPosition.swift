/// A place in the write-ahead log: what was committed before it, is in every copy that has it.
///
/// Its text is `3:0/16B3748`. Each promotion of a standby begins another timeline, so a byte alone
/// does not say whose history it is of.
package struct LogPosition: Sendable, Hashable {
    package let timeline: UInt32
    package let byte: UInt64

    package init(timeline: UInt32, byte: UInt64) {
        self.timeline = timeline
        self.byte = byte
    }

    /// Nil for any other text.
    package init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let timeline = UInt32(parts[0]), timeline > 0
        else { return nil }
        let halves = parts[1].split(separator: "/", omittingEmptySubsequences: false)
        guard halves.count == 2,
            halves.allSatisfy({ $0.utf8.allSatisfy(Self.isHexadecimal) }),
            let high = UInt32(halves[0], radix: 16), let low = UInt32(halves[1], radix: 16)
        else { return nil }
        self.init(timeline: timeline, byte: UInt64(high) << 32 | UInt64(low))
    }

    package var text: String {
        let halves = [byte >> 32, byte & 0xFFFF_FFFF]
        return "\(timeline):"
            + halves.map { String($0, radix: 16, uppercase: true) }.joined(separator: "/")
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
    }
}

/// A later timeline is a later history.
extension LogPosition: Comparable {
    package static func < (left: Self, right: Self) -> Bool {
        (left.timeline, left.byte) < (right.timeline, right.byte)
    }
}
