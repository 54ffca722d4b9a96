package import NIOCore

/// One request as a server of tests read it.
package struct ServerRequest: Sendable {
    package let method: String
    package let target: String
    /// Names as they were sent, in their order.
    package let headers: [(name: String, value: String)]
    package let body: [UInt8]

    /// Every value of a header, by its lower-case name.
    package subscript(name: String) -> [String] {
        headers.filter { $0.name.lowercased() == name }.map(\.value)
    }
}

/// The server's side of one connection of HTTP/1.1: reads requests, and leaves the answers to
/// whoever wants to write them by the byte, so that they can be what no server should send.
package final class RawHTTPServerConnection: ChannelInboundHandler {
    package typealias InboundIn = ByteBuffer

    private let answer: @Sendable (ServerRequest, any Channel) -> Void
    private var received: [UInt8] = []

    package init(answering answer: @escaping @Sendable (ServerRequest, any Channel) -> Void) {
        self.answer = answer
    }

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        received += unwrapInboundIn(data).readableBytesView
        while let request = takeRequest() { answer(request, context.channel) }
    }

    package func errorCaught(context: ChannelHandlerContext, error: any Error) {
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
