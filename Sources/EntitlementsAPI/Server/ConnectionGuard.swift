import Entitlements
import HTTPTypes
import NIOCore
import NIOHTTP1

/// Stands right behind the HTTP parser of one connection and decides what may pass.
///
/// It refuses a request whose head breaks `RequestRules`, whose body is longer than allowed, whose
/// bytes are not HTTP or which takes too long to arrive. A refused request is answered with a
/// problem and its connection is closed. So is a connection whose request was answered before it
/// was read whole: the framework would read the rest to its end, however long, to throw it away.
///
/// Requests may be pipelined. The application answers in order, so a refusal waits for the answers
/// that are owed before it, and nothing is read meanwhile.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    struct Limits: Sendable {
        let rules: RequestRules
        /// From the first bytes of a request's head to the last byte of its body.
        let requestReadDeadline: TimeAmount
        /// How long the peer has to take our last bytes.
        let lastWriteTimeout: TimeAmount
        /// How long it then has to close its side, after we closed ours.
        let lingering: TimeAmount
    }

    private let limits: Limits
    private let onRefusal: @Sendable (Failure) -> Void
    /// Set for a connection that is refused whole, before it has said anything.
    private let refusedFromTheStart: Failure?

    /// Heads passed on, and answers written.
    private var received = 0
    private var answered = 0
    private var isReadingRequest = false
    /// The parser made something of the bytes that were read last.
    private var hasReadPart = false
    private var bodyBytes = 0
    /// What the caller calls the request being read.
    private var proposedRequestID: String?
    private var readDeadline: Scheduled<Void>?
    private var closing: Scheduled<Void>?

    /// The request being read is the connection's last.
    private var isLastRequest = false
    private var isQuiescing = false
    /// The answer being written is the connection's last.
    private var isLastAnswer = false
    /// Nothing more is read from the peer.
    private var isDeaf = false
    /// Our last byte is written: nothing more of the application's is sent.
    private var isFinished = false
    private var pendingRefusal: (failure: Failure, afterAnswers: Int)?

    init(
        limits: Limits, refusing failure: Failure?,
        onRefusal: @escaping @Sendable (Failure) -> Void
    ) {
        self.limits = limits
        self.refusedFromTheStart = failure
        self.onRefusal = onRefusal
    }

    func channelActive(context: ChannelHandlerContext) {
        context.fireChannelActive()
        if let refusedFromTheStart {
            refuse(refusedFromTheStart, afterAnswers: 0, context: context)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        stopReadDeadline()
        closing?.cancel()
        context.fireChannelInactive()
    }

    // MARK: What the peer sends

    func read(context: ChannelHandlerContext) {
        if !isDeaf { context.read() }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isDeaf else { return }
        hasReadPart = true
        switch unwrapInboundIn(data) {
        case .head(let head): receive(head, context: context)
        case .body(let bytes):
            bodyBytes += bytes.readableBytes
            guard bodyBytes <= limits.rules.maximumBodyBytes else {
                let failure = limits.rules.bodyTooLarge
                return refuse(failure, afterAnswers: received - 1, context: context)
            }
            context.fireChannelRead(data)
        case .end:
            isReadingRequest = false
            stopReadDeadline()
            isDeaf = isLastRequest
            context.fireChannelRead(data)
        }
    }

    private func receive(_ sent: HTTPRequestHead, context: ChannelHandlerContext) {
        var head = sent
        proposedRequestID = head.headers.first(name: RequestID.headerName)
        do throws(Failure) {
            try limits.rules.apply(to: &head)
        } catch {
            return refuse(error, afterAnswers: received, context: context)
        }
        // After an upgrade, which we never do, the parser reads nothing more.
        isLastRequest = !head.isKeepAlive || head.headers.contains(name: "upgrade")
        if received == answered, isWaitingForContinue(head) {
            let head = HTTPResponseHead(version: .http1_1, status: .continue)
            context.writeAndFlush(wrapOutboundOut(.head(head)), promise: nil)
        }
        received += 1
        isReadingRequest = true
        bodyBytes = 0
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    private func isWaitingForContinue(_ head: HTTPRequestHead) -> Bool {
        head.version == .http1_1
            && head.headers.first(name: "expect")?.lowercased() == "100-continue"
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        // Most requests arrive in one read and never need the timer. Bytes of which the parser made
        // nothing are of a head that goes on.
        let isUnfinished = isReadingRequest || !hasReadPart
        if isUnfinished, !isDeaf, readDeadline == nil { startReadDeadline(context: context) }
        hasReadPart = false
        context.fireChannelReadComplete()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard error is HTTPParserError else { return context.fireErrorCaught(error) }
        let failure = Failure(
            .invalidRequest, "These bytes are not a well-formed HTTP/1.1 request.")
        refuse(failure, afterAnswers: isReadingRequest ? received - 1 : received, context: context)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent { isQuiescing = true }
        if isFinished, case .inputClosed? = event as? ChannelEvent {
            // The peer has our last bytes and has closed its side as well.
            return context.close(promise: nil)
        }
        context.fireUserInboundEventTriggered(event)
    }

    // MARK: What the application answers

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard !isFinished else {
            promise?.fail(ChannelError.ioOnClosedChannel)
            return
        }
        switch unwrapOutboundIn(data) {
        case .head(var head):
            isLastAnswer =
                answered + 1 == received && (isReadingRequest || isLastRequest || isQuiescing)
            if isLastAnswer { head.headers.replaceOrAdd(name: "connection", value: "close") }
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body:
            context.write(data, promise: promise)
        case .end:
            answered += 1
            if isLastAnswer { return finish(writing: data, promise: promise, context: context) }
            context.write(data, promise: promise)
            sendRefusalIfDue(context: context)
        }
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        // The application closes too, as soon as it is done; we do once the peer has our answer.
        // Only a server that stops does not wait for that.
        guard isFinished, !isQuiescing else { return context.close(mode: mode, promise: promise) }
        context.channel.closeFuture.cascade(to: promise)
    }

    // MARK: Refusing and closing

    private func refuse(_ failure: Failure, afterAnswers: Int, context: ChannelHandlerContext) {
        guard pendingRefusal == nil, !isFinished else { return }
        isDeaf = true
        // Whoever is reading the body must not take what there is of it for the whole.
        if afterAnswers < received { context.fireErrorCaught(CutOffRequest()) }
        stopReadDeadline()
        pendingRefusal = (failure, afterAnswers)
        sendRefusalIfDue(context: context)
    }

    private func sendRefusalIfDue(context: ChannelHandlerContext) {
        guard let refusal = pendingRefusal, refusal.afterAnswers <= answered else { return }
        pendingRefusal = nil
        onRefusal(refusal.failure)
        var problem = refusal.failure.problem(
            requestID: RequestID(accepting: proposedRequestID))
        problem.headers[.connection] = "close"
        let head = HTTPResponseHead(
            version: .http1_1,
            status: HTTPResponseStatus(statusCode: problem.status.code),
            headers: HTTPHeaders(problem.headers.map { ($0.name.rawName, $0.value) }))
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        let body = context.channel.allocator.buffer(bytes: problem.body)
        context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
        finish(writing: wrapOutboundOut(.end(nil)), promise: nil, context: context)
    }

    /// Writes the connection's last bytes and closes our side once they are sent.
    ///
    /// Closing both at once would reset the connection while the peer still sends, and a reset
    /// takes the answer away with it.
    private func finish(
        writing data: NIOAny, promise: EventLoopPromise<Void>?, context: ChannelHandlerContext
    ) {
        isFinished = true
        isDeaf = true
        stopReadDeadline()
        let written = promise ?? context.eventLoop.makePromise()
        written.futureResult.assumeIsolated().whenComplete { _ in
            context.close(mode: .output, promise: nil)
            self.scheduleClosing(in: self.limits.lingering, context: context)
        }
        scheduleClosing(in: limits.lastWriteTimeout, context: context)
        context.writeAndFlush(data, promise: written)
    }

    private func scheduleClosing(in delay: TimeAmount, context: ChannelHandlerContext) {
        closing?.cancel()
        closing = context.eventLoop.assumeIsolated().scheduleTask(in: delay) {
            context.close(promise: nil)
        }
    }

    /// What a body's reader gets instead of the rest.
    struct CutOffRequest: Error {}

    private func startReadDeadline(context: ChannelHandlerContext) {
        readDeadline = context.eventLoop.assumeIsolated()
            .scheduleTask(in: limits.requestReadDeadline) {
                let failure = Failure(.requestTimeout, "The request took too long to arrive.")
                let answersBefore = self.isReadingRequest ? self.received - 1 : self.received
                self.refuse(failure, afterAnswers: answersBefore, context: context)
            }
    }

    private func stopReadDeadline() {
        readDeadline?.cancel()
        readDeadline = nil
    }
}
