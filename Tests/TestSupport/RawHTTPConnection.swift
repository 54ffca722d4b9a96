import Glibc
package import NIOCore
import NIOPosix

/// Bytes over a loopback socket, for requests that no HTTP client sends.
///
/// Every wait has a deadline, after which it throws, so that a hanging server fails the test.
package struct RawHTTPConnection: Sendable {
    private let channel: any Channel
    private let received: NIOLoopBound<ReceivedBytes>

    package enum ReadError: Error {
        case timedOut(received: String)
        case closed(received: String)
    }

    package static func open(port: Int) async throws -> RawHTTPConnection {
        let group = MultiThreadedEventLoopGroup.singleton
        return try await ClientBootstrap(group: group)
            .channelOption(.allowRemoteHalfClosure, value: true)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    let handler = ReceivedBytes()
                    try channel.pipeline.syncOperations.addHandler(handler)
                    return RawHTTPConnection(
                        channel: channel,
                        received: NIOLoopBound(handler, eventLoop: channel.eventLoop))
                }
            }
    }

    /// Lends a connection and closes it afterwards, even after an error.
    package static func with<Result>(
        port: Int, _ body: (RawHTTPConnection) async throws -> Result
    ) async throws -> Result {
        let connection = try await open(port: port)
        do {
            let result = try await body(connection)
            connection.close()
            return result
        } catch {
            connection.close()
            throw error
        }
    }

    package func send(_ text: String) async throws {
        try await send(Array(text.utf8))
    }

    package func send(_ bytes: [UInt8]) async throws {
        try await channel.writeAndFlush(ByteBuffer(bytes: bytes))
    }

    /// Sends the text repeatedly, one byte at a time, until the connection closes.
    ///
    /// Returns at once.
    package func trickle(_ text: String, every interval: TimeAmount) {
        let channel = channel
        channel.eventLoop.scheduleRepeatedTask(initialDelay: .zero, delay: interval) { task in
            guard channel.isActive else { return task.cancel() }
            channel.writeAndFlush(ByteBuffer(string: text), promise: nil)
        }
    }

    /// Stops reading, so that the server's bytes stay in the kernel's buffers.
    package func stopReading() async throws {
        try await channel.setOption(.autoRead, value: false).get()
    }

    /// Reads again what came meanwhile.
    package func resumeReading() async throws {
        try await channel.setOption(.autoRead, value: true).get()
        channel.read()
    }

    /// Closes the sending side only.
    package func closeOutput() async throws {
        try await channel.close(mode: .output)
    }

    package func close() {
        channel.close(promise: nil)
    }

    /// Ends the connection as a client does that crashed: with a reset.
    package func reset() async throws {
        try await (channel as? any SocketOptionProvider)?
            .setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
        try await channel.close()
    }

    /// The next whole response, which may be an interim one.
    package func response(within deadline: TimeAmount = .seconds(60)) async throws
        -> RawHTTPResponse
    {
        let bytes = try await take(within: deadline) { bytes, _ in
            RawHTTPResponse.length(of: bytes)
        }
        return RawHTTPResponse(bytes)
    }

    /// The head of the next response, for responses to HEAD, which have a length but no body.
    package func head(within deadline: TimeAmount = .seconds(60)) async throws -> RawHTTPResponse {
        let bytes = try await take(within: deadline) { bytes, _ in
            RawHTTPResponse.headLength(of: bytes)
        }
        return RawHTTPResponse(bytes)
    }

    /// The received text up to and with its end, of an answer that does not end.
    package func text(
        through end: String, within deadline: TimeAmount = .seconds(60)
    ) async throws -> String {
        let wanted = Array(end.utf8)
        let bytes = try await take(within: deadline) { bytes, _ in
            bytes.indices.first { bytes[$0...].starts(with: wanted) }.map { $0 + wanted.count }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// All bytes until the server closes the connection.
    package func bytesUntilClosed(within deadline: TimeAmount = .seconds(60)) async throws
        -> [UInt8]
    {
        try await take(within: deadline) { bytes, isClosed in isClosed ? bytes.count : nil }
    }

    /// Takes the first received bytes, as many as `length` asks for.
    private func take(
        within deadline: TimeAmount, _ length: @escaping @Sendable ([UInt8], Bool) -> Int?
    ) async throws -> [UInt8] {
        try await channel.eventLoop.flatSubmit {
            received.value.take(within: deadline, on: channel.eventLoop, length)
        }.get()
    }
}

/// Stores received bytes until they are taken.
private final class ReceivedBytes: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private struct Waiter {
        let length: ([UInt8], Bool) -> Int?
        let promise: EventLoopPromise<[UInt8]>
        let timeout: Scheduled<Void>
    }

    private var bytes: [UInt8] = []
    private var isClosed = false
    private var waiter: Waiter?

    func take(
        within deadline: TimeAmount, on eventLoop: any EventLoop,
        _ length: @escaping ([UInt8], Bool) -> Int?
    ) -> EventLoopFuture<[UInt8]> {
        let promise = eventLoop.makePromise(of: [UInt8].self)
        let timeout = eventLoop.assumeIsolated().scheduleTask(in: deadline) {
            self.fail { .timedOut(received: $0) }
        }
        waiter = Waiter(length: length, promise: promise, timeout: timeout)
        serveWaiter()
        return promise.futureResult
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        bytes.append(contentsOf: unwrapInboundIn(data).readableBytesView)
        serveWaiter()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .inputClosed? = event as? ChannelEvent { noteClosed() }
    }

    func channelInactive(context: ChannelHandlerContext) { noteClosed() }

    /// A reset counts as the connection's end.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    private func noteClosed() {
        isClosed = true
        serveWaiter()
        fail { .closed(received: $0) }
    }

    private func serveWaiter() {
        guard let waiter, let length = waiter.length(bytes, isClosed) else {
            if isClosed { fail { .closed(received: $0) } }
            return
        }
        self.waiter = nil
        waiter.timeout.cancel()
        let taken = Array(bytes.prefix(length))
        bytes.removeFirst(length)
        waiter.promise.succeed(taken)
    }

    private func fail(_ error: (String) -> RawHTTPConnection.ReadError) {
        guard let waiter else { return }
        self.waiter = nil
        waiter.timeout.cancel()
        waiter.promise.fail(error(String(decoding: bytes, as: UTF8.self)))
    }
}
