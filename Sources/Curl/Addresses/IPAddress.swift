import Glibc

/// An IPv4 or IPv6 address.
enum IPAddress: Equatable {
    case v4(UInt32)
    case v6(UInt128)

    /// Reads a `sockaddr`; nil if it is of another family.
    init?(socketAddress bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= MemoryLayout<sa_family_t>.size else { return nil }
        switch Int32(bytes.loadUnaligned(as: sa_family_t.self)) {
        case AF_INET where bytes.count >= MemoryLayout<sockaddr_in>.size:
            let address = bytes.loadUnaligned(as: sockaddr_in.self)
            self = .v4(UInt32(bigEndian: address.sin_addr.s_addr))
        case AF_INET6 where bytes.count >= MemoryLayout<sockaddr_in6>.size:
            let address = bytes.loadUnaligned(as: sockaddr_in6.self).sin6_addr
            self = withUnsafeBytes(of: address) {
                .v6(UInt128(bigEndian: $0.loadUnaligned(as: UInt128.self)))
            }
        default:
            return nil
        }
    }
}
