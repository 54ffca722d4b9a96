package import NIOCore
import NIOPosix

/// Bytes over a loopback socket, to say to a server what no HTTP client would.
///
/// Every wait has a deadline and ends with an error when it passes, so that a server that hangs
/// fails a test instead of hanging it.
package struct RawHTTPConnection: Sendable {
    private let channel: any Channel
    private let received: NIOLoopBound<ReceivedBytes>

    package enum ReadError: Error {
        case timedOut(received: String)
        case closed(received: String)
    }

    /// Connects to a port of this machine.
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

    /// Runs the body on a connection of its own, and closes it whatever happens.
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

    /// Sends the text one byte at a time until the connection closes, without waiting for it.
    package func trickle(_ text: String, every interval: TimeAmount) {
        let channel = channel
        channel.eventLoop.scheduleRepeatedTask(initialDelay: .zero, delay: interval) { task in
            guard channel.isActive else { return task.cancel() }
            channel.writeAndFlush(ByteBuffer(string: text), promise: nil)
        }
    }

    /// Leaves what the server sends from now on in the kernel's buffers.
    package func stopReading() async throws {
        try await channel.setOption(.autoRead, value: false).get()
    }

    /// Closes our side and goes on listening.
    package func closeOutput() async throws {
        try await channel.close(mode: .output)
    }

    package func close() {
        channel.close(promise: nil)
    }

    /// The next whole response, interim ones included.
    package func response(within deadline: TimeAmount = .seconds(60)) async throws
        -> RawHTTPResponse
    {
        let bytes = try await take(within: deadline) { bytes, _ in
            RawHTTPResponse.length(of: bytes)
        }
        return RawHTTPResponse(bytes)
    }

    /// The head of the next response, for one whose length is that of a body that is not sent.
    package func head(within deadline: TimeAmount = .seconds(60)) async throws -> RawHTTPResponse {
        let bytes = try await take(within: deadline) { bytes, _ in
            RawHTTPResponse.headLength(of: bytes)
        }
        return RawHTTPResponse(bytes)
    }

    /// All that is sent until the server closes its side, or the connection.
    package func bytesUntilClosed(within deadline: TimeAmount = .seconds(60)) async throws
        -> [UInt8]
    {
        try await take(within: deadline) { bytes, isClosed in isClosed ? bytes.count : nil }
    }

    /// The first bytes of what was received and not yet taken, as many as `length` asks for.
    private func take(
        within deadline: TimeAmount, _ length: @escaping @Sendable ([UInt8], Bool) -> Int?
    ) async throws -> [UInt8] {
        try await channel.eventLoop.flatSubmit {
            received.value.take(within: deadline, on: channel.eventLoop, length)
        }.get()
    }
}

/// Keeps what was received until somebody takes it.
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

    /// A reset is a way of closing.
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
