extension IPAddress {
    /// Whether the address belongs to the public internet.
    ///
    /// Refuses every address that IANA's special-purpose registries exclude from global unicast. An
    /// IPv6 address that carries an IPv4 address is judged by the latter.
    var isPublic: Bool {
        switch self {
        case .v4(let bits):
            !Self.specialV4.contains { $0.holds(bits) }
        case .v6(let bits):
            if Self.carriesV4.contains(where: { $0.holds(bits) }) {
                IPAddress.v4(UInt32(truncatingIfNeeded: bits)).isPublic
            } else {
                Self.globalV6.holds(bits) && !Self.specialV6.contains { $0.holds(bits) }
            }
        }
    }

    private static let specialV4: [AddressBlock<UInt32>] = [
        AddressBlock(0x0000_0000, 8),  // 0.0.0.0, this network
        AddressBlock(0x0A00_0000, 8),  // 10.0.0.0, private
        AddressBlock(0x6440_0000, 10),  // 100.64.0.0, behind a carrier's NAT
        AddressBlock(0x7F00_0000, 8),  // 127.0.0.0, loopback
        AddressBlock(0xA9FE_0000, 16),  // 169.254.0.0, link-local, where clouds keep credentials
        AddressBlock(0xAC10_0000, 12),  // 172.16.0.0, private
        AddressBlock(0xC000_0000, 24),  // 192.0.0.0, protocol assignments
        AddressBlock(0xC000_0200, 24),  // 192.0.2.0, documentation
        AddressBlock(0xC058_6300, 24),  // 192.88.99.0, relays of 6to4
        AddressBlock(0xC0A8_0000, 16),  // 192.168.0.0, private
        AddressBlock(0xC612_0000, 15),  // 198.18.0.0, benchmarks
        AddressBlock(0xC633_6400, 24),  // 198.51.100.0, documentation
        AddressBlock(0xCB00_7100, 24),  // 203.0.113.0, documentation
        AddressBlock(0xE000_0000, 4),  // 224.0.0.0, multicast
        AddressBlock(0xF000_0000, 4),  // 240.0.0.0, reserved, and broadcast
    ]

    private static let carriesV4: [AddressBlock<UInt128>] = [
        AddressBlock(0xFFFF_0000_0000, 96),  // ::ffff:0.0.0.0, mapped
        AddressBlock(0x0064_FF9B << 96, 96),  // 64:ff9b::, translated by NAT64
    ]

    /// All that is assigned so far; excludes loopback, unique local, link-local and multicast.
    private static let globalV6 = AddressBlock<UInt128>(0x2000 << 112, 3)

    private static let specialV6: [AddressBlock<UInt128>] = [
        AddressBlock(0x2001_0000 << 96, 23),  // 2001::, protocol assignments, Teredo among them
        AddressBlock(0x2001_0DB8 << 96, 32),  // 2001:db8::, documentation
        AddressBlock(0x2002 << 112, 16),  // 2002::, 6to4, which carries old addresses
        AddressBlock(0x3FFF << 112, 20),  // 3fff::, documentation
    ]
}

/// The addresses that begin with the same bits.
private struct AddressBlock<Bits: FixedWidthInteger & Sendable>: Sendable {
    private let first: Bits
    private let length: Int

    init(_ first: Bits, _ length: Int) {
        self.first = first
        self.length = length
    }

    func holds(_ bits: Bits) -> Bool {
        (bits ^ first) >> (Bits.bitWidth - length) == 0
    }
}
