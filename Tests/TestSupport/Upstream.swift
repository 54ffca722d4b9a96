package import Entitlements
import NIOCore
import NIOPosix
import Synchronization

/// A server in RevenueCat's place, with scripted answers.
package final class Upstream: Sendable {
    /// Answers a request, given the number of requests before it.
    package typealias Script = @Sendable (ServerRequest, Int) -> UpstreamAnswer

    private let script: Script
    private let log: Mutex<[ServerRequest]> = Mutex([])

    private init(_ script: @escaping Script) {
        self.script = script
    }

    package var requests: [ServerRequest] { log.withLock { $0 } }
    package var targets: [String] { requests.map(\.target) }

    /// Runs a server during the body, which gets its port.
    package static func with<Result>(
        _ script: @escaping Script, _ body: (Upstream, Int) async throws -> Result
    ) async throws -> Result {
        let upstream = Upstream(script)
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { child in
                child.eventLoop.makeCompletedFuture {
                    try child.pipeline.syncOperations.addHandler(
                        RawHTTPServerConnection(answering: upstream.answer))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        do {
            let result = try await body(upstream, channel.localAddress?.port ?? 0)
            try? await channel.close()
            return result
        } catch {
            try? await channel.close()
            throw error
        }
    }

    private func answer(_ request: ServerRequest, over channel: any Channel) {
        let number = log.withLock { log in
            log.append(request)
            return log.count - 1
        }
        script(request, number).send(over: channel)
    }
}

package enum UpstreamAnswer: Sendable {
    case answer(status: Int, headers: [String: String], body: [UInt8])
    /// These bytes only, then the end of the connection.
    case brokenOff(String)
    case silence
    /// An answer of a byte every now and then, without an end.
    case dripping
    /// An answer that the test gives later.
    case held(HeldAnswer)

    package static func json(
        _ body: JSONValue, status: Int = 200, headers: [String: String] = [:]
    ) -> UpstreamAnswer {
        .answer(status: status, headers: headers, body: body.bytes)
    }

    package static func text(
        _ body: String, status: Int = 200, headers: [String: String] = [:]
    ) -> UpstreamAnswer {
        .answer(status: status, headers: headers, body: Array(body.utf8))
    }

    package static func bytes(_ body: [UInt8]) -> UpstreamAnswer {
        .answer(status: 200, headers: [:], body: body)
    }

    package static let missing = json(["object": "error", "type": "resource_missing"], status: 404)

    /// A v2 list of one page.
    package static func list(_ items: [JSONValue], headers: [String: String] = [:])
        -> UpstreamAnswer
    {
        json(["object": "list", "items": .array(items), "next_page": nil], headers: headers)
    }

    fileprivate func send(over channel: any Channel) {
        switch self {
        case .answer(let status, let headers, let body):
            let lines = headers.map { "\($0): \($1)\r\n" }.joined()
            let head = "HTTP/1.1 \(status) -\r\n\(lines)Content-Length: \(body.count)\r\n\r\n"
            channel.writeAndFlush(ByteBuffer(bytes: Array(head.utf8) + body), promise: nil)
        case .brokenOff(let text):
            channel.writeAndFlush(ByteBuffer(string: text)).whenComplete { _ in
                channel.close(promise: nil)
            }
        case .silence:
            break
        case .dripping:
            drip(over: channel)
        case .held(let answer):
            answer.send(over: channel)
        }
    }

    private func drip(over channel: any Channel) {
        let head = "HTTP/1.1 200 -\r\nContent-Length: 10000\r\n\r\n"
        channel.writeAndFlush(ByteBuffer(string: head), promise: nil)
        channel.eventLoop.scheduleRepeatedTask(
            initialDelay: .milliseconds(100), delay: .milliseconds(100)
        ) { drips in
            guard channel.isActive else { return drips.cancel() }
            channel.writeAndFlush(ByteBuffer(string: " "), promise: nil)
        }
    }
}

/// An answer that a test gives later, to all past and future requests.
package final class HeldAnswer: Sendable {
    private struct State {
        var answer: UpstreamAnswer?
        var channels: [any Channel] = []
    }

    private let state = Mutex(State())

    package init() {}

    package func give(_ answer: UpstreamAnswer) {
        let channels = state.withLock { state in
            state.answer = answer
            return state.channels
        }
        for channel in channels { answer.send(over: channel) }
    }

    fileprivate func send(over channel: any Channel) {
        let answer = state.withLock { state in
            if state.answer == nil { state.channels.append(channel) }
            return state.answer
        }
        answer?.send(over: channel)
    }
}
