import Glibc
import Testing

@testable import Curl

@Suite("Which addresses are public")
struct IPAddressTests {
    @Test(
        "public addresses",
        arguments: [
            "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0",
            "126.255.255.255", "128.0.0.0", "169.253.255.255", "169.255.0.0", "172.15.255.255",
            "172.32.0.0", "192.0.1.0", "192.0.3.0", "192.88.98.255", "192.88.100.0",
            "192.167.255.255", "192.169.0.0", "198.17.255.255", "198.20.0.0", "198.51.99.255",
            "198.51.101.0", "203.0.112.255", "203.0.114.0", "223.255.255.255",
            "2000::", "2001:200::1", "2001:4860:4860::8888", "2001:db7:ffff::", "2001:db9::",
            "2003::1", "2606:4700::1111", "3ffe:ffff::1", "3fff:1000::1",
            "::ffff:8.8.8.8", "64:ff9b::808:808",
        ])
    func isPublic(text: String) throws {
        #expect(try address(text).isPublic)
    }

    @Test(
        "addresses of this machine, of private networks, or of none",
        arguments: [
            "0.0.0.0", "0.255.255.255", "10.0.0.0", "10.255.255.255", "100.64.0.0",
            "100.127.255.255", "127.0.0.0", "127.0.0.1", "127.255.255.255", "169.254.0.0",
            "169.254.169.254", "169.254.255.255", "172.16.0.0", "172.31.255.255", "192.0.0.0",
            "192.0.0.255", "192.0.2.0", "192.0.2.255", "192.88.99.1", "192.168.0.0",
            "192.168.255.255", "198.18.0.0", "198.19.255.255", "198.51.100.0", "198.51.100.255",
            "203.0.113.0", "203.0.113.255", "224.0.0.0", "239.255.255.255", "240.0.0.0",
            "255.255.255.255",
            "::", "::1", "::7f00:1", "::ffff:0.0.0.0", "::ffff:127.0.0.1", "::ffff:10.1.2.3",
            "::ffff:0:7f00:1", "64:ff9b::7f00:1", "64:ff9b::a00:1", "64:ff9b:1::1", "100::1",
            "1fff:ffff::", "2001::1", "2001:1ff:ffff::", "2001:db8::", "2001:db8:ffff::",
            "2002:7f00:1::", "2002:808:808::", "3fff::", "3fff:fff:ffff::", "4000::", "5f00::1",
            "fc00::", "fd12:3456::1", "fdff:ffff::", "fe80::1", "febf:ffff::", "fec0::1", "ff00::",
            "ff02::1",
        ])
    func isNotPublic(text: String) throws {
        #expect(try !address(text).isPublic)
    }

    @Test("an address of another family, or a truncated one, is refused")
    func otherFamilies() {
        var path = sockaddr_un()
        path.sun_family = sa_family_t(AF_UNIX)
        #expect(withUnsafeBytes(of: path) { IPAddress(socketAddress: $0) } == nil)
        var short = sockaddr_in6()
        short.sin6_family = sa_family_t(AF_INET6)
        for count in [0, 1, 2, 16, 27] {
            let address = withUnsafeBytes(of: short) {
                IPAddress(socketAddress: UnsafeRawBufferPointer(rebasing: $0.prefix(count)))
            }
            #expect(address == nil)
        }
        #expect(withUnsafeBytes(of: short) { IPAddress(socketAddress: $0) } == .v6(0))
    }

    /// Parses with the system's resolver, so that the test covers our reading of its bytes.
    private func address(_ text: String) throws -> IPAddress {
        var hints = addrinfo()
        hints.ai_flags = AI_NUMERICHOST
        var list: UnsafeMutablePointer<addrinfo>?
        try #require(getaddrinfo(text, nil, &hints, &list) == 0)
        defer { freeaddrinfo(list) }
        let info = try #require(list).pointee
        let bytes = UnsafeRawBufferPointer(start: info.ai_addr, count: Int(info.ai_addrlen))
        return try #require(IPAddress(socketAddress: bytes))
    }
}
