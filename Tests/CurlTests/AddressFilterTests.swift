import Curl
import TestSupport
import Testing

extension CurlTests {
    @Suite("Callers' URLs lead to the public internet only")
    struct AddressFilterTests {
        @Test(
            "no connection is made to a private address, in any notation",
            arguments: [
                "127.0.0.1", "127.1", "2130706433", "0x7f000001", "0x7f.1", "017700000001",
                "0177.0.0.1", "localhost", "LOCALHOST", "0.0.0.0", "0",
                "[::1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[64:ff9b::7f00:1]",
                "10.0.0.1", "169.254.169.254", "192.168.1.1", "100.64.0.1", "[fe80::1]",
                "[fd00::1]",
            ])
        func isRefused(host: String) async throws {
            try await withClient { client, server in
                var request = CurlRequest.get(server.url("/", host: host))
                request.addressFilter = .publicOnly
                #expect(await failure(of: request, on: client) == .addressRefused)
                #expect(server.log.connectionCount == 0)
            }
        }

        @Test(
            "no connection is made to unusual names of this machine",
            arguments: ["127.0.0.1.", "localhost.", "a.localhost"])
        func isNotReached(host: String) async throws {
            try await withClient { client, server in
                var request = CurlRequest.get(server.url("/", host: host))
                request.addressFilter = .publicOnly
                let error = await failure(of: request, on: client)
                #expect(error == .addressRefused || error == .couldNotResolve)
                #expect(server.log.connectionCount == 0)
            }
        }

        @Test("a filtered request reuses no connection that was opened without the filter")
        func openConnectionIsNotUsed() async throws {
            try await withClient { client, server in
                var request = CurlRequest.get(server.url("/"))
                let response = try await client.send(request)
                #expect(response.status == 200)
                request.addressFilter = .publicOnly
                #expect(await failure(of: request, on: client) == .addressRefused)
                request.addressFilter = .any
                let again = try await client.send(request)
                #expect(again.status == 200)
                #expect(server.log.connectionCount == 1)
                #expect(server.log.requests.count == 2)
            }
        }

        @Test("a proxy serves our own URLs, and never callers' URLs")
        func proxyIsOurs() async throws {
            try await TestServer.with { proxy in
                try await withClient {
                    $0.proxy = .at(url: proxy.url(""))
                } _: { client, server in
                    var request = CurlRequest.get("http://hearth.invalid/a")
                    let response = try await client.send(request)
                    #expect(response.status == 200)
                    #expect(proxy.log.requests.map(\.target) == ["http://hearth.invalid/a"])
                    request.url = server.url("/")
                    request.addressFilter = .publicOnly
                    #expect(await failure(of: request, on: client) == .addressRefused)
                    #expect(proxy.log.requests.count == 1)
                }
            }
        }
    }
}
