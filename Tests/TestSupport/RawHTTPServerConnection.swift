package import NIOCore

/// A request as read by a test server.
package struct ServerRequest: Sendable {
    package let method: String
    package let target: String
    /// The headers in order, with their original names.
    package let headers: [(name: String, value: String)]
    package let body: [UInt8]

    /// All values of a header, by its lower-case name.
    package subscript(name: String) -> [String] {
        headers.filter { $0.name.lowercased() == name }.map(\.value)
    }
}

/// The server's side of an HTTP/1.1 connection.
///
/// It reads requests and leaves all bytes of the answers to a closure, which may break the
/// protocol.
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
