import NIOCore
import NIOHTTP1

/// Puts a connection's requests together, and hands them one after the other to its task.
///
/// A request is handed over once it is whole, or once what has come of it is read: most requests
/// come whole, and their bodies need no waiting. Little is read ahead: some requests, and the first
/// part of a body that the answer does not ask for yet.
final class RequestReader: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private static let maximumRequestsAhead = 8
    private static let maximumBodyBytesAhead = 64 * 1_024

    private let idleTimeout: TimeAmount?
    /// The request that is being read; its body is handed over with it.
    private var reading: (head: HTTPRequestHead, body: ByteBuffer)?
    /// The body that is being read of a request that was handed over.
    private var arriving: ArrivingBody?
    private var ahead: [Request] = []
    private var isAnswering = false
    private var next: CheckedContinuation<Request?, Never>?
    private var untilWritable: CheckedContinuation<Void, Never>?
    private var context: ChannelHandlerContext?
    private var isReadHeld = false
    /// Whether the client or the server ends the connection after the requests that have come.
    private var isLast = false
    private(set) var isClosed = false
    private var lastActivity = NIODeadline.uptimeNanoseconds(0)

    init(idleTimeout: TimeAmount?) {
        self.idleTimeout = idleTimeout
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        lastActivity = context.eventLoop.now
        if let idleTimeout { closeIfIdle(in: idleTimeout, context) }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
    }

    func channelInactive(context: ChannelHandlerContext) {
        isClosed = true
        breakOff()
        untilWritable.take()?.resume()
        context.fireChannelInactive()
    }

    // MARK: For the task of the connection

    /// Resumes with the next request; with nil after the last one.
    func giveNext(to continuation: CheckedContinuation<Request?, Never>) {
        next = continuation
        giveNext()
    }

    /// Notes that the current request is answered.
    func endAnswer() {
        isAnswering = false
        if let context { lastActivity = context.eventLoop.now }
        // The rest of a body that the answer did not need.
        if ahead.isEmpty { arriving?.discard() }
        resumeReading()
    }

    func resumeWhenWritable(_ continuation: CheckedContinuation<Void, Never>) {
        untilWritable = continuation
    }

    // MARK: From the connection

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        lastActivity = context.eventLoop.now
        switch unwrapInboundIn(data) {
        case .head(let head): reading = (head, ByteBuffer())
        case .body(var bytes):
            if reading != nil {
                reading?.body.writeBuffer(&bytes)
            } else {
                arriving?.append(bytes)
            }
        case .end:
            if let (head, body) = reading.take() {
                add(head, .whole(body))
            } else {
                arriving.take()?.complete()
            }
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if let (head, body) = reading.take() {
            let loop = context.eventLoop
            let loopBound = NIOLoopBound(self, eventLoop: loop)
            let arriving = ArrivingBody(body) {
                loop.execute { loopBound.value.resumeReading() }
            }
            self.arriving = arriving
            add(head, .arriving(arriving))
        }
        giveNext()
        context.fireChannelReadComplete()
    }

    func read(context: ChannelHandlerContext) {
        if mayRead { context.read() } else { isReadHeld = true }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable { untilWritable.take()?.resume() }
        context.fireChannelWritabilityChanged()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case is ChannelShouldQuiesceEvent: end()
        case ChannelEvent.inputClosed: breakOff()
        default: context.fireUserInboundEventTriggered(event)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        breakOff()
    }

    // MARK: Between the two

    /// Nothing follows a request that cannot be, or that asks to close the connection.
    private func add(_ head: HTTPRequestHead, _ body: RequestBody) {
        let request = Request(head, body: body)
        if let request { ahead.append(request) }
        if request == nil || !head.isKeepAlive { isLast = true }
    }

    /// Cuts the body that is being read, whose rest does not come.
    private func breakOff() {
        arriving.take()?.cut()
        reading = nil
        end()
    }

    /// Gives no more requests than have come.
    private func end() {
        isLast = true
        giveNext()
    }

    private func giveNext() {
        guard let next else { return }
        guard !ahead.isEmpty else {
            guard isLast else { return }
            self.next = nil
            return next.resume(returning: nil)
        }
        self.next = nil
        isAnswering = true
        next.resume(returning: ahead.removeFirst())
        resumeReading()
    }

    private var mayRead: Bool {
        ahead.count < Self.maximumRequestsAhead
            && arriving?.holds(atMost: Self.maximumBodyBytesAhead) != false
    }

    private func resumeReading() {
        guard isReadHeld, mayRead, let context else { return }
        isReadHeld = false
        context.read()
    }

    private func closeIfIdle(in delay: TimeAmount, _ context: ChannelHandlerContext) {
        context.eventLoop.assumeIsolated().scheduleTask(in: delay) {
            guard let idleTimeout = self.idleTimeout, let context = self.context else { return }
            let isBusy = (self.isAnswering || !self.ahead.isEmpty) && self.arriving == nil
            let silence = context.eventLoop.now - self.lastActivity
            let left = isBusy ? idleTimeout : idleTimeout - silence
            guard left > .zero else { return context.close(promise: nil) }
            self.closeIfIdle(in: left, context)
        }
    }
}
