import Entitlements
import HTTPTypes
import NIOCore
import NIOHTTP1

/// Checks a connection's requests, directly after the HTTP parser.
///
/// It refuses requests that break `RequestRules`, have too long a body, are not HTTP or arrive too
/// slowly.
///
/// A refused request is answered with a problem, and its connection is closed. The connection is
/// also closed after an answer that was sent before the request was read completely, because the
/// framework would read the rest only to discard it.
///
/// Requests may be pipelined and are answered in order. A refusal waits for the earlier answers;
/// nothing is read meanwhile.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    struct Limits: Sendable {
        let rules: RequestRules
        /// From the first bytes of a request's head to the last byte of its body.
        let requestReadDeadline: TimeAmount
        /// The time for the peer to receive the last bytes.
        let lastWriteTimeout: TimeAmount
        /// The time for the peer to close its side after the server closed its own.
        let lingering: TimeAmount
    }

    private let limits: Limits
    private let onRefusal: @Sendable (Failure) -> Void
    /// The refusal of a whole connection before its first request.
    private let refusedFromTheStart: Failure?

    /// The heads passed on, and the answers written.
    private var received = 0
    private var answered = 0
    private var isReadingRequest = false
    /// Whether the parser produced anything from the last bytes.
    private var hasReadPart = false
    private var bodyBytes = 0
    /// The caller's id for the current request.
    private var proposedRequestID: String?
    private var readDeadline: Scheduled<Void>?
    private var closing: Scheduled<Void>?

    /// Whether the current request is the connection's last.
    private var isLastRequest = false
    private var isQuiescing = false
    /// Whether the current answer is the connection's last.
    private var isLastAnswer = false
    /// Whether reading from the peer has stopped.
    private var isDeaf = false
    /// Whether the last byte was written; later writes of the application fail.
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

    // MARK: Requests from the peer

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
        // After an upgrade request, which is never granted, the parser reads nothing more.
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
        // Most requests arrive in one read and need no timer. Bytes from which the parser produced
        // nothing belong to an unfinished head.
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
            // The peer has the last bytes and has closed its side.
            return context.close(promise: nil)
        }
        context.fireUserInboundEventTriggered(event)
    }

    // MARK: Answers from the application

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
        // The application closes when it is done; this handler closes once the peer has the answer.
        // Only a stopping server closes at once.
        guard isFinished, !isQuiescing else { return context.close(mode: mode, promise: promise) }
        context.channel.closeFuture.cascade(to: promise)
    }

    // MARK: Refusing and closing

    private func refuse(_ failure: Failure, afterAnswers: Int, context: ChannelHandlerContext) {
        guard pendingRefusal == nil, !isFinished else { return }
        isDeaf = true
        // The reader of the body must not take this part for the whole.
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

    /// Writes the connection's last bytes, and closes the output once they are sent.
    ///
    /// Closing both sides would reset the connection while the peer still sends, and the peer would
    /// lose the answer.
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

    /// The error that the reader of a truncated body gets.
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
