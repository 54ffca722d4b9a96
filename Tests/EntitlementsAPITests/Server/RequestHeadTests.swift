import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("Rules of a request's head")
struct RequestHeadTests {
    @Test("a plain request is answered, and the connection kept")
    func plainRequest() async throws {
        try await EchoServer.run { server in
            try await RawHTTPConnection.with(port: server.port) { connection in
                for _ in 1...2 {
                    try await connection.send("GET /a?b=c HTTP/1.1\r\nHost: example.org\r\n\r\n")
                    let response = try await connection.response()
                    #expect(response.status == 200)
                    #expect(response.text == "/a?b=c 0")
                    #expect(response["connection"] == nil)
                }
            }
        }
    }

    @Test(
        "an ambiguous head is refused with a problem, and the connection closed",
        arguments: [
            ("no Host", "GET / HTTP/1.1\r\n\r\n", 400),
            ("two Hosts", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400),
            ("two equal Hosts", "GET / HTTP/1.1\r\nHost: a\r\nhost: a\r\n\r\n", 400),
            ("an empty Host", "GET / HTTP/1.1\r\nHost:\r\n\r\n", 400),
            ("a Host that is a path", "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", 400),
            ("a Host with a user", "GET / HTTP/1.1\r\nHost: a@b\r\n\r\n", 400),
            ("a list of Hosts", "GET / HTTP/1.1\r\nHost: a, b\r\n\r\n", 400),
            ("another host in the target", "GET http://b/ HTTP/1.1\r\nHost: a\r\n\r\n", 400),
            ("a target without a host", "GET http:/// HTTP/1.1\r\nHost: a\r\n\r\n", 400),
            ("another scheme", "GET ftp://a/ HTTP/1.1\r\nHost: a\r\n\r\n", 400),
            ("a tunnel", "CONNECT a:80 HTTP/1.1\r\nHost: a:80\r\n\r\n", 400),
            ("a star", "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n", 400),
            ("a fragment", "GET /a#b HTTP/1.1\r\nHost: a\r\n\r\n", 400),
            ("a byte that is not ASCII", "GET /é HTTP/1.1\r\nHost: a\r\n\r\n", 400),
            (
                "chunks on HTTP/1.0",
                "POST / HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400
            ),
            (
                "another transfer coding",
                "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
                400
            ),
            (
                "the coding twice",
                "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n"
                    + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400
            ),
            (
                "a length and a coding",
                "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n"
                    + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400
            ),
            (
                "two lengths",
                "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
                400
            ),
            ("a negative length", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n", 400),
            (
                "a length with a sign", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +5\r\n\r\n",
                400
            ),
            (
                "an endless length",
                "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999\r\n\r\n", 400
            ),
            ("a space before the colon", "GET / HTTP/1.1\r\nHost : a\r\n\r\n", 400),
            ("a folded header", "GET / HTTP/1.1\r\nHost: a\r\nX: b\r\n c\r\n\r\n", 400),
            ("a bare line feed in a value", "GET / HTTP/1.1\r\nHost: a\r\nX: b\nY: c\r\n\r\n", 400),
            ("a NUL in a value", "GET / HTTP/1.1\r\nHost: a\r\nX: b\0c\r\n\r\n", 400),
            ("another version", "GET / HTTP/1.2\r\nHost: a\r\n\r\n", 400),
            ("HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400),
            ("not HTTP", "\u{16}\u{3}\u{1}\u{2}hello\r\n\r\n", 400),
            ("a long body", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1001\r\n\r\n", 413),
        ])
    func badHead(_ name: String, _ bytes: String, _ status: Int) async throws {
        try await EchoServer.run { server in
            try await RawHTTPConnection.with(port: server.port) { connection in
                try await connection.send(bytes)
                let response = try await connection.response()
                #expect(response.status == status, "\(name)")
                #expect(response["content-type"] == "application/problem+json")
                #expect(response["connection"] == "close")
                #expect(response["x-request-id"]?.isEmpty == false)
                #expect(try await connection.bytesUntilClosed().isEmpty, "nothing follows")
            }
        }
    }

    @Test("a target of 8 KiB is read, a longer one refused")
    func longTarget() async throws {
        try await EchoServer.run { server in
            let longest = "/" + String(repeating: "a", count: 8_191)
            let fits = try await server.exchange("GET \(longest) HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(fits.status == 200)
            let isTooLong = try await server.exchange("GET \(longest)a HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(isTooLong.status == 414)
            #expect(isTooLong.text.contains(#""code":"uri_too_long""#))
        }
    }

    @Test("headers are limited in size and number")
    func manyHeaders() async throws {
        try await EchoServer.run { server in
            let large = "X: \(String(repeating: "a", count: 40_000))\r\n"
            let many = String(repeating: "X: a\r\n", count: 200)
            for headers in [large, many] {
                let response = try await server.exchange(
                    "GET / HTTP/1.1\r\nHost: a\r\n\(headers)\r\n")
                #expect(response.status == 400)
            }
        }
    }

    @Test("an absolute target is its path, if its host is the requested one")
    func absoluteTarget() async throws {
        try await EchoServer.run { server in
            for (target, path) in [
                ("http://Example.org/a?b", "/a?b"), ("HTTP://example.org?b", "/?b"),
                ("https://example.org", "/"),
            ] {
                let response = try await server.exchange(
                    "GET \(target) HTTP/1.1\r\nHost: example.ORG\r\n\r\n")
                #expect(response.text == "\(path) 0")
            }
        }
    }

    @Test("with allowed hosts, another host is misdirected")
    func allowedHosts() async throws {
        var configuration = APIConfiguration.forTests
        configuration.allowedHosts = ["api.example.org", "[::1]:8080"]
        try await EchoServer.run(configuration) { server in
            for (host, status) in [
                ("api.example.org", 200), ("API.example.org:8080", 200), ("[::1]:8080", 200),
                ("example.org", 421), ("api.example.org.evil.org", 421), ("[::1]", 421),
            ] {
                let response = try await server.exchange("GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n")
                #expect(response.status == status, "\(host)")
            }
        }
    }

    @Test("a valid X-Request-Id is kept in a refusal, an invalid one replaced")
    func requestIDInRefusal() async throws {
        try await EchoServer.run { server in
            for (sent, isKept) in [("a-b_C.9", true), ("a b", false)] {
                let response = try await server.exchange(
                    "GET / HTTP/1.1\r\nX-Request-Id: \(sent)\r\n\r\n")
                #expect((response["x-request-id"] == sent) == isKept)
                #expect(response.text.contains(sent) == isKept)
            }
        }
    }
}
