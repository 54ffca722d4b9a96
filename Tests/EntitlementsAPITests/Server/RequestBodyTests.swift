import NIOCore
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("Limits of request bodies")
struct RequestBodyTests {
    @Test("a body of exactly the limit is read, in one piece and in chunks")
    func largestBody() async throws {
        try await EchoServer.run { server in
            let body = String(repeating: "x", count: 1_000)
            let whole = try await server.exchange(
                "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n\(body)")
            #expect(whole.text == "/ 1000")
            let chunked = try await server.exchange(
                "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
                    + "3e8\r\n\(body)\r\n0\r\n\r\n")
            #expect(chunked.text == "/ 1000")
        }
    }

    @Test("chunks over the limit are refused at once, and the rest is not read")
    func chunksOverTheLimit() async throws {
        try await EchoServer.run { server in
            try await RawHTTPConnection.with(port: server.port) { connection in
                try await connection.send(
                    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
                let chunk = "1f4\r\n\(String(repeating: "x", count: 500))\r\n"
                try await connection.send(chunk + chunk + chunk)
                let response = try await connection.response()
                #expect(response.status == 413)
                #expect(response["connection"] == "close")
                #expect(response.text.contains(#""code":"payload_too_large""#))
                #expect(try await connection.bytesUntilClosed().isEmpty)
            }
        }
    }

    @Test("a body that the application does not read closes the connection")
    func unreadBody() async throws {
        try await EchoServer.run { server in
            try await RawHTTPConnection.with(port: server.port) { connection in
                try await connection.send(
                    "POST /unread HTTP/1.1\r\nHost: a\r\nContent-Length: 900\r\n\r\nhello")
                let response = try await connection.response()
                #expect(response.text == "unread")
                #expect(response["connection"] == "close")
                #expect(try await connection.bytesUntilClosed().isEmpty)
            }
        }
    }

    @Test("an unread body that has arrived whole keeps the connection")
    func unreadWholeBody() async throws {
        try await EchoServer.run { server in
            try await RawHTTPConnection.with(port: server.port) { connection in
                for _ in 1...2 {
                    try await connection.send(
                        "POST /unread HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello")
                    #expect(try await connection.response()["connection"] == nil)
                }
            }
        }
    }

    @Test("pipelined requests are answered in order, refusals included")
    func pipelinedRefusal() async throws {
        try await EchoServer.run { server in
            try await RawHTTPConnection.with(port: server.port) { connection in
                try await connection.send(
                    "GET /held HTTP/1.1\r\nHost: a\r\n\r\nGET /b HTTP/1.1\r\nHost: a\r\n\r\n"
                        + "GET /c HTTP/1.1\r\n\r\nGET /d HTTP/1.1\r\nHost: a\r\n\r\n")
                for await _ in server.held { break }
                server.release.yield()
                #expect(try await connection.response().text == "held")
                #expect(try await connection.response().text == "/b 0")
                #expect(try await connection.response().status == 400)
                #expect(try await connection.bytesUntilClosed().isEmpty)
            }
        }
    }

    @Test("Expect: 100-continue is answered 100, unless the request is refused")
    func expectContinue() async throws {
        try await EchoServer.run { server in
            try await RawHTTPConnection.with(port: server.port) { connection in
                try await connection.send(
                    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n"
                        + "Expect: 100-continue\r\n\r\n"
                )
                #expect(try await connection.response().status == 100)
                try await connection.send("hello")
                #expect(try await connection.response().text == "/ 5")
            }
            let refused = try await server.exchange(
                "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5000\r\nExpect: 100-continue\r\n\r\n"
            )
            #expect(refused.status == 413)
        }
    }

    @Test("a truncated body is refused")
    func cutOffBody() async throws {
        try await EchoServer.run { server in
            try await RawHTTPConnection.with(port: server.port) { connection in
                try await connection.send(
                    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 50\r\n\r\nhello")
                try await connection.closeOutput()
                #expect(try await connection.response().status == 400)
            }
        }
    }

    @Test(
        "requests after the connection's last one are ignored",
        arguments: [
            "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
            "GET / HTTP/1.0\r\nHost: a\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n",
        ])
    func lastRequest(_ request: String) async throws {
        try await EchoServer.run { server in
            try await RawHTTPConnection.with(port: server.port) { connection in
                try await connection.send(request + "GET /again HTTP/1.1\r\nHost: a\r\n\r\n")
                let response = try await connection.response()
                #expect(response.text == "/ 0")
                #expect(response["connection"] == "close")
                #expect(try await connection.bytesUntilClosed().isEmpty)
            }
        }
    }
}
