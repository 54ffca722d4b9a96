/// The checksum of zip and Ethernet.
///
/// It detects typing errors, not forgeries.
enum CRC32 {
    static func checksum(_ bytes: some Sequence<UInt8>) -> UInt32 {
        ~bytes.reduce(~0) { remainder, byte in
            remainder >> 8 ^ table[Int(UInt8(truncatingIfNeeded: remainder) ^ byte)]
        }
    }

    private static let table: [UInt32] = (0..<256).map { (index: UInt32) in
        (0..<8).reduce(index) { value, _ in
            value.isMultiple(of: 2) ? value >> 1 : value >> 1 ^ 0xEDB8_8320
        }
    }
}
