import NIOCore
import TestSupport
import Testing

@testable import EntitlementsAPI

@Suite("Stopping the server")
struct ShutdownTests {
    @Test("a request in flight is answered, and its connection then closed")
    func requestInFlight() async throws {
        try await EchoServer.run { server in
            try await RawHTTPConnection.with(port: server.port) { connection in
                try await connection.send("GET /held HTTP/1.1\r\nHost: a\r\n\r\n")
                for await _ in server.held { break }
                await server.stop()
                try await server.waitUntilRefusing()
                server.release.yield()
                let response = try await connection.response()
                #expect(response.text == "held")
                _ = try await connection.bytesUntilClosed()
            }
        }
    }

    @Test("an idle connection is closed at once")
    func idleConnection() async throws {
        try await EchoServer.run { server in
            try await RawHTTPConnection.with(port: server.port) { connection in
                try await connection.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(try await connection.response().status == 200)
                await server.stop()
                #expect(try await connection.bytesUntilClosed().isEmpty)
            }
        }
    }

    @Test("a half-sent request delays a graceful stop up to its deadline")
    func halfSentRequest() async throws {
        var configuration = APIConfiguration.forTests
        configuration.requestReadDeadlineSeconds = 1
        try await EchoServer.run(configuration) { server in
            let connection = try await server.halfSentRequest()
            await server.stop()
            #expect(try await connection.response().status == 408)
        }
    }

    @Test("a half-sent request is dropped when the server is cancelled")
    func cancelledServer() async throws {
        let connections = AsyncStream<RawHTTPConnection>.makeStream()
        try await EchoServer.run(cancelling: true) { server in
            let connection = try await server.halfSentRequest()
            connections.continuation.yield(connection)
        }
        for await connection in connections.stream {
            _ = try await connection.bytesUntilClosed()
            break
        }
    }
}

extension EchoServer {
    /// Opens a connection with an incomplete body.
    ///
    /// The server's 100 shows that it has read the head.
    fileprivate func halfSentRequest() async throws -> RawHTTPConnection {
        let connection = try await RawHTTPConnection.open(port: port)
        try await connection.send(
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 50\r\nExpect: 100-continue\r\n\r\n")
        #expect(try await connection.response().status == 100)
        try await connection.send("hello")
        return connection
    }

    /// Waits for the listening socket to close, which is the first step of a graceful stop.
    fileprivate func waitUntilRefusing() async throws {
        for _ in 1...10_000 {
            guard let connection = try? await RawHTTPConnection.open(port: port) else { return }
            connection.close()
        }
        Issue.record("The server went on accepting connections.")
    }
}
