import NIOCore
import NIOHTTP1
import NIOPosix

/// Answers every request with bytes given at its start.
///
/// Usage: `bare <port> <answer>`
@main
struct Bare {
    static func main() async throws {
        guard CommandLine.arguments.count == 3, let port = Int(CommandLine.arguments[1]) else {
            fatalError("usage: bare <port> <answer>")
        }
        let answer = ByteBuffer(string: CommandLine.arguments[2])
        let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.backlog, value: 256)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    try pipeline.configureHTTPServerPipeline(withErrorHandling: false)
                    try pipeline.addHandler(SameAnswer(answer))
                }
            }
            .bind(host: "127.0.0.1", port: port).get()
        try await listener.closeFuture.get()
    }
}

private final class SameAnswer: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let head: HTTPResponseHead
    private let answer: ByteBuffer

    init(_ answer: ByteBuffer) {
        self.answer = answer
        head = HTTPResponseHead(
            version: .http1_1, status: .ok,
            headers: [
                "Content-Type": "application/json", "Content-Length": "\(answer.readableBytes)",
            ])
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .end = unwrapInboundIn(data) else { return }
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(answer))), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }
}
