import NIOCore
import NIOHTTP1
import NIOPosix

/// Sends requests to this machine, for `hearth health` and the demo.
///
/// Each request has its own connection; answers are limited to 10 seconds and 1 MiB.
struct LoopbackHTTPClient: Sendable {
    let host: String
    let port: Int
    /// The Host header to send, if the server accepts certain names only.
    var hostHeader: String?

    static let timeoutSeconds: Int64 = 10
    static let maximumBodyBytes = 1_048_576

    struct Response: Sendable {
        var status: UInt
        var body: [UInt8]
    }

    var address: String { "http://\(Self.bracketed(host)):\(port)" }

    /// The address at which to reach a server that listens on `host`.
    static func connectableHost(for host: String) -> String {
        switch host {
        case "0.0.0.0", "": "127.0.0.1"
        case "::": "::1"
        default: host
        }
    }

    static func bracketed(_ host: String) -> String { host.contains(":") ? "[\(host)]" : host }

    func send(
        _ method: HTTPMethod, _ path: String, headers: [(String, String)] = [], body: [UInt8] = []
    ) async throws -> Response {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let promise = loop.makePromise(of: Response.self)
        let connecting = ClientBootstrap(group: loop)
            .connectTimeout(.seconds(Self.timeoutSeconds))
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHTTPClientHandlers()
                    try channel.pipeline.syncOperations.addHandler(AnswerReader(promise))
                }
            }
            .connect(host: host, port: port)
        // Without a connection, no handler fulfils the promise.
        connecting.whenFailure { promise.fail($0) }
        let channel = try await connecting.get()
        let deadline = loop.scheduleTask(in: .seconds(Self.timeoutSeconds)) {
            promise.fail(ChannelError.connectTimeout(.seconds(Self.timeoutSeconds)))
        }
        var head = HTTPRequestHead(version: .http1_1, method: method, uri: path)
        head.headers.add(name: "host", value: hostHeader ?? "\(Self.bracketed(host)):\(port)")
        head.headers.add(name: "connection", value: "close")
        if !body.isEmpty { head.headers.add(name: "content-length", value: "\(body.count)") }
        for (name, value) in headers { head.headers.add(name: name, value: value) }
        channel.write(HTTPClientRequestPart.head(head), promise: nil)
        channel.write(
            HTTPClientRequestPart.body(.byteBuffer(ByteBuffer(bytes: body))), promise: nil)
        channel.writeAndFlush(HTTPClientRequestPart.end(nil), promise: nil)
        defer {
            deadline.cancel()
            channel.close(promise: nil)
        }
        return try await promise.futureResult.get()
    }
}

/// Collects one answer.
private final class AnswerReader: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart

    private let promise: EventLoopPromise<LoopbackHTTPClient.Response>
    private var response = LoopbackHTTPClient.Response(status: 0, body: [])

    init(_ promise: EventLoopPromise<LoopbackHTTPClient.Response>) {
        self.promise = promise
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): response.status = head.status.code
        case .body(let part):
            response.body += part.readableBytesView
            if response.body.count > LoopbackHTTPClient.maximumBodyBytes {
                promise.fail(ChannelError.inputClosed)
                context.close(promise: nil)
            }
        case .end: promise.succeed(response)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        promise.fail(error)
        context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        promise.fail(ChannelError.eof)
    }
}
