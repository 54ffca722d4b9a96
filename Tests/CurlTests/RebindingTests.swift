import CLibCurl
import Glibc
import Testing

@testable import Curl

/// A name may have a public address when it is looked at, and a private one for the connection.
@Suite("A name whose address changes")
struct RebindingTests {
    /// What libcurl asks before it connects to an address of the URL's host.
    private func open(_ address: String, for transfer: Transfer) throws -> curl_socket_t {
        var wanted = curl_sockaddr()
        wanted.family = AF_INET
        wanted.socktype = Int32(SOCK_STREAM.rawValue)
        wanted.addrlen = UInt32(MemoryLayout<sockaddr_in>.size)
        var internet = sockaddr_in()
        internet.sin_family = sa_family_t(AF_INET)
        internet.sin_port = UInt16(443).bigEndian
        try #require(inet_pton(AF_INET, address, &internet.sin_addr) == 1)
        withUnsafeMutableBytes(of: &wanted.addr) { bytes in
            withUnsafeBytes(of: internet) { bytes.copyMemory(from: $0) }
        }
        return transfer.openSocket(for: &wanted)
    }

    private func filtered(by filter: CurlRequest.AddressFilter) throws -> Transfer {
        var request = CurlRequest.get("https://rebound.example/in")
        request.addressFilter = filter
        return try Transfer(
            Exchange(request, deadline: .now + .seconds(10)), HTTPClient.Configuration())
    }

    @Test("each address is looked at when a socket is opened for it, also after a public one")
    func rebound() throws {
        let transfer = try filtered(by: .publicOnly)
        let socket = try open("93.184.216.34", for: transfer)
        #expect(socket != CURL_SOCKET_BAD)
        close(socket)
        for address in ["127.0.0.1", "10.0.0.1", "169.254.169.254", "192.168.1.1"] {
            #expect(try open(address, for: transfer) == CURL_SOCKET_BAD, "\(address)")
        }
        guard case .failure(.addressRefused) = transfer.answer(CURLE_COULDNT_CONNECT) else {
            Issue.record("the caller does not learn why")
            return
        }
    }

    @Test("without the filter, sockets are opened for any address")
    func unfiltered() throws {
        let socket = try open("127.0.0.1", for: try filtered(by: .any))
        #expect(socket != CURL_SOCKET_BAD)
        close(socket)
    }
}
