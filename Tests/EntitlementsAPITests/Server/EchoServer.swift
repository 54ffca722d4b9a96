import Entitlements
import HTTPServer
import HTTPTypes
import Logging
import NIOCore
import ServiceLifecycle
import TestSupport
import Testing

@testable import EntitlementsAPI

/// Our guarded server with a trivial application: it answers with the size of the body.
///
/// `/unread` answers without reading the body, `/header` writes a header from the request's query,
/// and `/held` answers only when the test allows it.
struct EchoServer: Sendable {
    let port: Int
    /// Allows `/held` to answer.
    let release: AsyncStream<Void>.Continuation
    /// Yields when a request arrives at `/held`.
    let held: AsyncStream<Void>
    private let group: ServiceGroup

    /// Runs the server for the length of the body.
    static func run(
        _ configuration: APIConfiguration = .forTests, cancelling: Bool = false,
        _ body: @escaping @Sendable (EchoServer) async throws -> Void
    ) async throws {
        let (releases, release) = AsyncStream<Void>.makeStream()
        let (held, reportHeld) = AsyncStream<Void>.makeStream()
        let responder = EchoResponder(releases: releases, reportHeld: reportHeld)
        try await withRunning(cancelling: cancelling) { onServerRunning in
            HTTPServer.guarded(configuration, logger: .silent, onRunning: onServerRunning) {
                request, _ in try await responder.respond(to: request)
            }
        } _: { port, group in
            try await body(EchoServer(port: port, release: release, held: held, group: group))
        }
    }

    func stop() async {
        await group.triggerGracefulShutdown()
    }

    /// Sends the request on a new connection and returns the response.
    func exchange(_ request: String) async throws -> RawHTTPResponse {
        try await RawHTTPConnection.with(port: port) { connection in
            try await connection.send(request)
            return try await connection.response()
        }
    }
}

private struct EchoResponder: Sendable {
    let releases: AsyncStream<Void>
    let reportHeld: AsyncStream<Void>.Continuation

    func respond(to request: Request) async throws -> Response {
        let target = (request.head.path ?? "").split(separator: "?", maxSplits: 1)
        switch target.first {
        case "/unread":
            return Response(
                status: .ok, body: ResponseBody(ByteBuffer(string: "unread")))
        case "/large":
            let bytes = ByteBuffer(repeating: UInt8(ascii: "x"), count: 1_000_000)
            return Response(status: .ok, body: ResponseBody(bytes))
        case "/header":
            let repeated = try PercentEncoding.decoded(target.dropFirst().first ?? "")
            let name = try #require(HTTPField.Name("X-Repeated"))
            return Response(
                status: .ok, headers: [name: repeated],
                body: ResponseBody(ByteBuffer(string: "header")))
        case "/held":
            reportHeld.yield()
            for await _ in releases { break }
            return Response(status: .ok, body: ResponseBody(ByteBuffer(string: "held")))
        default:
            let count = try await request.body.collect(upTo: .max).readableBytes
            return Response(
                status: .ok,
                body: ResponseBody(ByteBuffer(string: "\(request.head.path ?? "") \(count)")))
        }
    }
}

extension APIConfiguration {
    /// Small limits, which a test reaches quickly.
    static var forTests: APIConfiguration {
        var configuration = APIConfiguration(host: "127.0.0.1", port: 0)
        configuration.maximumBodyBytes = 1_000
        configuration.idleTimeoutSeconds = 30
        configuration.requestReadDeadlineSeconds = 30
        return configuration
    }
}
