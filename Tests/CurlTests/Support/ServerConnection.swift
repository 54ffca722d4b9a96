import NIOCore

/// Reads requests off one connection, and answers each by its path.
final class ServerConnection: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let log: ServerLog
    private let releases: EventLoopFuture<Void>
    private var received: [UInt8] = []

    init(log: ServerLog, releases: EventLoopFuture<Void>) {
        self.log = log
        self.releases = releases
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        received += unwrapInboundIn(data).readableBytesView
        while let request = takeRequest() {
            log.received(request)
            ServerAnswer(channel: context.channel, log: log, releases: releases).send(to: request)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    /// The next request, once all of it is here.
    private func takeRequest() -> ServerRequest? {
        let end = received.indices.first { received[$0...].starts(with: "\r\n\r\n".utf8) }
        guard let end else { return nil }
        let lines = String(decoding: received[..<end], as: UTF8.self).split(separator: "\r\n")
        let headers = lines.dropFirst().map { line in
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            let value = parts.count > 1 ? parts[1].drop { $0 == " " } : ""
            return (name: String(parts[0]), value: String(value))
        }
        let length =
            headers.first { $0.name.lowercased() == "content-length" }
            .flatMap { Int($0.value) } ?? 0
        let body = received.dropFirst(end + 4)
        guard body.count >= length else { return nil }
        received = Array(body.dropFirst(length))
        let words = lines.first?.split(separator: " ").map(String.init) ?? []
        return ServerRequest(
            method: words.first ?? "", target: words.dropFirst().first ?? "", headers: headers,
            body: Array(body.prefix(length)))
    }
}
