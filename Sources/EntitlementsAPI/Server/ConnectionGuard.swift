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
/// server would read the rest only to discard it.
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

    let client = ClientPresence()
    private let limits: Limits
    private let server: Draining
    private let onRefusal: @Sendable (Failure) -> Void
    private let onFirstBytes: @Sendable () -> Void
    private var hasHeard = false
    /// The refusal of a whole connection before its first request.
    private let refusedFromTheStart: Failure?

    fileprivate enum Phase {
        /// Requests are read.
        case open
        /// The last request was read; nothing more is read.
        case draining
        /// Nothing more is read; the refusal follows this many answers.
        case refusing(Failure, afterAnswers: Int)
        /// The last byte was written; later writes of the application fail.
        case finished
    }

    fileprivate enum Incoming {
        case none
        /// A request's body, and whether the request is the connection's last.
        case body(bytes: Int, isLast: Bool)
    }

    private var phase = Phase.open
    private var incoming = Incoming.none
    /// The requests passed on whose answers are not yet written.
    private var unanswered = 0
    /// Whether the answer being written is the connection's last.
    private var isLastAnswer = false
    /// Whether the parser produced anything from the last bytes.
    private var hasReadPart = false
    private var isQuiescing = false
    /// The caller's id for the current request.
    private var proposedRequestID: String?
    private var readDeadline: Scheduled<Void>?
    private var closing: Scheduled<Void>?

    init(
        limits: Limits, draining server: Draining, refusing failure: Failure?,
        onRefusal: @escaping @Sendable (Failure) -> Void,
        onFirstBytes: @escaping @Sendable () -> Void = {}
    ) {
        self.limits = limits
        self.server = server
        self.refusedFromTheStart = failure
        self.onRefusal = onRefusal
        self.onFirstBytes = onFirstBytes
    }

    func channelActive(context: ChannelHandlerContext) {
        context.fireChannelActive()
        if let refusedFromTheStart {
            refuse(refusedFromTheStart, context: context)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        client.leave()
        stopReadDeadline()
        closing?.cancel()
        context.fireChannelInactive()
    }

    // MARK: Requests from the peer

    func read(context: ChannelHandlerContext) {
        if phase.readsRequests { context.read() }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard phase.readsRequests else { return }
        hasReadPart = true
        switch unwrapInboundIn(data) {
        case .head(let head): receive(head, context: context)
        case .body(let part):
            guard case .body(var bytes, let isLast) = incoming else { return }
            bytes += part.readableBytes
            guard bytes <= limits.rules.maximumBodyBytes else {
                return refuse(limits.rules.bodyTooLarge, context: context)
            }
            incoming = .body(bytes: bytes, isLast: isLast)
            context.fireChannelRead(data)
        case .end:
            if case .body(_, isLast: true) = incoming { phase = .draining }
            incoming = .none
            stopReadDeadline()
            context.fireChannelRead(data)
        }
    }

    private func receive(_ sent: HTTPRequestHead, context: ChannelHandlerContext) {
        var head = sent
        proposedRequestID = head.headers.first(name: RequestID.headerName)
        do throws(Failure) {
            try limits.rules.apply(to: &head)
        } catch {
            return refuse(error, context: context)
        }
        if unanswered == 0, isWaitingForContinue(head) {
            let head = HTTPResponseHead(version: .http1_1, status: .continue)
            context.writeAndFlush(wrapOutboundOut(.head(head)), promise: nil)
        }
        unanswered += 1
        // After an upgrade request, which is never granted, the parser reads nothing more.
        incoming = .body(
            bytes: 0, isLast: !head.isKeepAlive || head.headers.contains(name: "upgrade"))
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    private func isWaitingForContinue(_ head: HTTPRequestHead) -> Bool {
        head.version == .http1_1
            && head.headers.first(name: "expect")?.lowercased() == "100-continue"
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if !hasHeard { onFirstBytes() }
        hasHeard = true
        // Most requests arrive in one read and need no timer. Bytes from which the parser produced
        // nothing belong to an unfinished head.
        let isUnfinished = incoming.isBody || !hasReadPart
        if isUnfinished, phase.readsRequests, readDeadline == nil {
            startReadDeadline(context: context)
        }
        hasReadPart = false
        context.fireChannelReadComplete()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard error is HTTPParserError else { return context.fireErrorCaught(error) }
        let failure = Failure(
            .invalidRequest, "These bytes are not a well-formed HTTP/1.1 request.")
        refuse(failure, context: context)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent { isQuiescing = true }
        if case .inputClosed? = event as? ChannelEvent { client.leave() }
        if phase.isFinished, case .inputClosed? = event as? ChannelEvent {
            // The peer has the last bytes and has closed its side.
            return context.close(promise: nil)
        }
        context.fireUserInboundEventTriggered(event)
    }

    // MARK: Answers from the application

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard !phase.isFinished else {
            promise?.fail(ChannelError.ioOnClosedChannel)
            return
        }
        switch unwrapOutboundIn(data) {
        case .head(var head):
            isLastAnswer =
                unanswered == 1
                && (incoming.isBody || phase.isDraining || isQuiescing || server.hasBegun)
            if isLastAnswer { head.headers.replaceOrAdd(name: "connection", value: "close") }
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body:
            context.write(data, promise: promise)
        case .end:
            unanswered -= 1
            if case .refusing(let failure, let answers) = phase {
                phase = .refusing(failure, afterAnswers: answers - 1)
            }
            if isLastAnswer { return finish(writing: data, promise: promise, context: context) }
            context.write(data, promise: promise)
            sendRefusalIfDue(context: context)
        }
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        // The application closes when it is done; this handler closes once the peer has the answer.
        // Only a stopping server closes at once.
        guard phase.isFinished, !isQuiescing else {
            return context.close(mode: mode, promise: promise)
        }
        context.channel.closeFuture.cascade(to: promise)
    }

    // MARK: Refusing and closing

    /// Refuses the request that is being read, else the next, once the earlier ones are answered.
    private func refuse(_ failure: Failure, context: ChannelHandlerContext) {
        guard phase.readsRequests else { return }
        stopReadDeadline()
        phase = .refusing(failure, afterAnswers: incoming.isBody ? unanswered - 1 : unanswered)
        // The reader of the body must not take this part for the whole.
        if incoming.isBody { context.fireErrorCaught(CutOffRequest()) }
        sendRefusalIfDue(context: context)
    }

    private func sendRefusalIfDue(context: ChannelHandlerContext) {
        guard case .refusing(let failure, afterAnswers: ...0) = phase else { return }
        onRefusal(failure)
        var problem = failure.problem(
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
        phase = .finished
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
                self.refuse(failure, context: context)
            }
    }

    private func stopReadDeadline() {
        readDeadline?.cancel()
        readDeadline = nil
    }
}

extension ConnectionGuard.Phase {
    fileprivate var readsRequests: Bool { if case .open = self { true } else { false } }
    fileprivate var isDraining: Bool { if case .draining = self { true } else { false } }
    fileprivate var isFinished: Bool { if case .finished = self { true } else { false } }
}

extension ConnectionGuard.Incoming {
    fileprivate var isBody: Bool { if case .body = self { true } else { false } }
}
