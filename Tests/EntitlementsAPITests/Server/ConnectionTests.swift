import NIOCore
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("Time limits and the limit of connections")
struct ConnectionTests {
    @Test("a slow body is refused, even while bytes arrive")
    func tricklingBody() async throws {
        var configuration = APIConfiguration.forTests
        configuration.requestReadDeadlineSeconds = 1
        try await EchoServer.run(configuration) { server in
            try await RawHTTPConnection.with(port: server.port) { connection in
                try await connection.send(
                    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 900\r\n\r\n")
                connection.trickle("x", every: .milliseconds(50))
                let response = try await connection.response()
                #expect(response.status == 408)
                #expect(response.text.contains(#""code":"request_timeout""#))
                _ = try await connection.bytesUntilClosed()
            }
        }
    }

    @Test("a slow head is refused, on the first request and on later ones")
    func slowHead() async throws {
        var configuration = APIConfiguration.forTests
        configuration.requestReadDeadlineSeconds = 1
        try await EchoServer.run(configuration) { server in
            for before in ["", "GET / HTTP/1.1\r\nHost: a\r\n\r\n"] {
                try await RawHTTPConnection.with(port: server.port) { connection in
                    if !before.isEmpty {
                        try await connection.send(before)
                        #expect(try await connection.response().status == 200)
                    }
                    try await connection.send("GET / HTTP/1.1\r\nHost: a\r\nX: ")
                    connection.trickle("x", every: .milliseconds(50))
                    let response = try await connection.response()
                    #expect(response.status == 408)
                    #expect(response.text.contains(#""code":"request_timeout""#))
                    _ = try await connection.bytesUntilClosed()
                }
            }
        }
    }

    @Test("an idle connection between requests is not refused")
    func restBetweenRequests() async throws {
        var configuration = APIConfiguration.forTests
        configuration.requestReadDeadlineSeconds = 1
        configuration.idleTimeoutSeconds = 3
        try await EchoServer.run(configuration) { server in
            try await RawHTTPConnection.with(port: server.port) { connection in
                try await connection.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(try await connection.response().status == 200)
                #expect(try await connection.bytesUntilClosed().isEmpty)
            }
        }
    }

    @Test("a slow head is cut off by a shorter idle timeout")
    func tricklingHead() async throws {
        var configuration = APIConfiguration.forTests
        configuration.idleTimeoutSeconds = 1
        try await EchoServer.run(configuration) { server in
            try await RawHTTPConnection.with(port: server.port) { connection in
                try await connection.send("GET / HTTP/1.1\r\nHost: a\r\nX: ")
                connection.trickle("x", every: .milliseconds(50))
                #expect(try await connection.bytesUntilClosed().isEmpty)
            }
        }
    }

    @Test("an idle connection is closed")
    func silentConnection() async throws {
        var configuration = APIConfiguration.forTests
        configuration.idleTimeoutSeconds = 1
        try await EchoServer.run(configuration) { server in
            try await RawHTTPConnection.with(port: server.port) { connection in
                let answer = try await connection.bytesUntilClosed()
                #expect(answer.isEmpty)
            }
        }
    }

    @Test("a client that does not read loses its connection")
    func peerThatNeverReads() async throws {
        var configuration = APIConfiguration.forTests
        // Long enough that a busy machine sees the full server before the timeout.
        configuration.idleTimeoutSeconds = 8
        configuration.maximumConnections = 1
        try await EchoServer.run(configuration) { server in
            let connection = try await RawHTTPConnection.open(port: server.port)
            try await connection.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try await connection.response().status == 200)
            try await connection.stopReading()
            let request = "GET /large HTTP/1.1\r\nHost: a\r\n\r\n"
            try await connection.send(String(repeating: request, count: 50))
            #expect(try await server.exchange("GET / HTTP/1.1\r\nHost: a\r\n\r\n").status == 503)
            try await server.waitUntilAnswering("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            connection.close()
        }
    }

    @Test("a connection over the limit gets 503, and a later one succeeds")
    func connectionLimit() async throws {
        var configuration = APIConfiguration.forTests
        configuration.maximumConnections = 1
        try await EchoServer.run(configuration) { server in
            let request = "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
            let first = try await RawHTTPConnection.open(port: server.port)
            try await first.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try await first.response().status == 200)

            try await RawHTTPConnection.with(port: server.port) { second in
                let response = try await second.response()
                #expect(response.status == 503)
                #expect(response["retry-after"] == "1")
                #expect(response.text.contains(#""code":"overloaded""#))
                #expect(try await second.bytesUntilClosed().isEmpty)
            }
            try await first.send(request)
            #expect(try await first.response().status == 200)
            _ = try await first.bytesUntilClosed()
            first.close()
            try await server.waitUntilAnswering(request)
        }
    }

    @Test(
        "near the limit the connection closes that was silent for longest, and never one that sent")
    func silentConnections() async throws {
        var configuration = APIConfiguration.forTests
        configuration.maximumConnections = 4
        let request = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
        try await EchoServer.run(configuration) { server in
            let used = try await RawHTTPConnection.open(port: server.port)
            try await used.send(request)
            #expect(try await used.response().status == 200)
            let silent = try await RawHTTPConnection.open(port: server.port)
            let begun = try await RawHTTPConnection.open(port: server.port)
            try await begun.send("GET / HT")
            let newer = try await RawHTTPConnection.open(port: server.port)
            // A beginning is heard in a moment; until then this one may be closed for the other.
            try await server.waitUntilAnswering(request)
            #expect(try await silent.bytesUntilClosed().isEmpty)
            try await used.send(request)
            #expect(try await used.response().status == 200)
            try await newer.send(request)
            #expect(try await newer.response().status == 200)
            used.close()
            begun.close()
            newer.close()
        }
    }

    @Test("a header value from a request cannot split the response")
    func responseSplitting() async throws {
        try await EchoServer.run { server in
            let response = try await server.exchange(
                "GET /header?a%0D%0AX-Evil:%201%0D%0A%0D%0Ahello HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(response["x-repeated"]?.hasPrefix("a") == true)
            #expect(response["x-evil"] == nil)
            #expect(response.text == "header")
        }
    }
}

extension EchoServer {
    /// Repeats the request until it is answered 200: a closed connection is counted for a moment.
    fileprivate func waitUntilAnswering(_ request: String) async throws {
        let deadline = ContinuousClock.now.advanced(by: .seconds(60))
        while ContinuousClock.now < deadline {
            if try await exchange(request).status == 200 { return }
        }
        Issue.record("The place of a closed connection was never given to another.")
    }
}
