import NIOCore
import NIOPosix
import TestSupport

/// An HTTP/1.1 server whose answer depends on the path (`ServerAnswer`).
///
/// It writes bytes directly, so that it can break the protocol.
struct TestServer: Sendable {
    let port: Int
    let log: ServerLog
    private let channel: any Channel
    private let releases: EventLoopPromise<Void>

    static func with<Result>(_ body: (TestServer) async throws -> Result) async throws -> Result {
        let group = MultiThreadedEventLoopGroup.singleton
        let log = ServerLog()
        let releases = group.next().makePromise(of: Void.self)
        let answer = { @Sendable (request: ServerRequest, channel: any Channel) in
            log.received(request)
            ServerAnswer(channel: channel, log: log, releases: releases.futureResult)
                .send(to: request)
        }
        let channel = try await ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: 128)
            .childChannelInitializer { child in
                log.opened()
                child.closeFuture.whenComplete { _ in log.closed() }
                return child.eventLoop.makeCompletedFuture {
                    let handler = RawHTTPServerConnection(answering: answer)
                    try child.pipeline.syncOperations.addHandler(handler)
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let server = TestServer(
            port: channel.localAddress?.port ?? 0, log: log, channel: channel, releases: releases)
        do {
            let result = try await body(server)
            await server.stop()
            return result
        } catch {
            await server.stop()
            throw error
        }
    }

    func url(_ path: String, host: String = "127.0.0.1") -> String {
        "http://\(host):\(port)\(path)"
    }

    /// Allows `/held` to answer from now on.
    func release() {
        releases.succeed()
    }

    private func stop() async {
        releases.succeed()
        try? await channel.close()
    }
}
