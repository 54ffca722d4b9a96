import CLibPQ
import Glibc
import Synchronization
import Threads

/// One connection, served by a thread of its own; no other thread touches libpq.
///
/// It is always in pipeline mode. A call is one round trip and one transaction: the scope, the
/// function, and a sync, which commits. A call that is rolled back has `begin` before them, and
/// `rollback` after its sync. Reads submitted meanwhile share the next transaction, each under its
/// own scope, because a transaction costs more than most reads. If one of them fails, those after
/// it are sent again, each alone.
final class Connection: Sendable {
    /// How the connection ended: it never opened, or it was lost or closed.
    enum End: Sendable {
        case neverOpened(PostgresError)
        case closed

        var failureOfOpening: PostgresError? {
            if case .neverOpened(let error) = self { error } else { nil }
        }
    }

    private let mailbox = Mutex(Mailbox())
    private let wakeUp: WakeUp
    private let cancelling: Mutex<CancelHandle?> = Mutex(nil)

    /// How long a call may be on the wire before the connection is given up.
    ///
    /// The server's own timeout ends calls much earlier, unless the server has gone.
    private let silenceLimit: Duration
    /// The most calls that share a transaction; 1 for calls that write.
    private let callsPerTransaction: Int
    private let threads: ThreadGroup

    private struct Mailbox {
        var submitted: [any PendingCall] = []
        /// The call that was sent last, until it is answered.
        var running: (any PendingCall)?
        var isClosing = false
        var isGivenUp = false
        var isOver = false
        /// While a cancel is under way, no call is sent: it might be cancelled instead.
        var cancelsUnderWay = 0
        /// The thread has read the mailbox and will sleep until woken.
        var isAsleep = false

        /// Whether the caller must wake the thread; only the first change needs to.
        mutating func wakes() -> Bool {
            defer { isAsleep = false }
            return isAsleep
        }
    }

    init(
        silenceLimit: Duration, callsPerTransaction: Int, threads: ThreadGroup
    ) throws(PostgresError) {
        self.silenceLimit = silenceLimit
        self.callsPerTransaction = callsPerTransaction
        self.threads = threads
        wakeUp = try WakeUp()
    }

    /// Opens the connection on a new thread and serves it until it ends.
    func start(
        to target: ConnectionTarget,
        onOpen: @escaping @Sendable () -> Void,
        onFinish: @escaping @Sendable (any PendingCall) -> Void,
        onEnd: @escaping @Sendable (End) -> Void
    ) {
        let isStarted = threads.start { [self] in
            do throws(PostgresError) {
                let handle = try ConnectionHandle.connect(to: target)
                cancelling.withLock { $0 = CancelHandle(of: handle) }
                onOpen()
                serve(handle, onFinish: onFinish)
                cancelling.withLock { $0 = nil }
                onEnd(.closed)
            } catch {
                onEnd(.neverOpened(error))
            }
        }
        if !isStarted { onEnd(.neverOpened(.cannotConnect(reason: "no thread can be created"))) }
    }

    /// Hands a call over.
    ///
    /// False if the connection has ended; the caller keeps the call.
    func submit(_ call: any PendingCall) -> Bool {
        let (isTaken, mustWake) = mailbox.withLock { mailbox in
            guard !mailbox.isOver else { return (false, false) }
            mailbox.submitted.append(call)
            return (true, mailbox.wakes())
        }
        if mustWake { wakeUp.signal() }
        return isTaken
    }

    /// Closes once everything on the wire is answered.
    func close() {
        let mustWake = mailbox.withLock { mailbox in
            mailbox.isClosing = true
            return mailbox.wakes()
        }
        if mustWake { wakeUp.signal() }
    }

    /// Closes at once; the outcome of what is on the wire stays unknown.
    func giveUp() {
        mailbox.withLock { $0.isGivenUp = true }
        // The thread may wait for an answer that does not come.
        wakeUp.signal()
    }

    /// Cancels a call: on the server if it was sent, else here.
    ///
    /// Only for connections that carry one call at a time.
    func cancel(_ call: any PendingCall) {
        let wasSent = mailbox.withLock { mailbox in
            guard mailbox.running === call else {
                call.fail(.cancelled)
                return false
            }
            mailbox.cancelsUnderWay += 1
            return true
        }
        guard wasSent else { return }
        let isStarted = threads.start { [self] in
            var milliseconds: Int32 = 2
            // The server ignores a cancel that arrives before its call, so one may not be enough.
            while isRunning(call) {
                cancelling.withLock { $0?.cancel() }
                _ = poll(nil, 0, milliseconds)
                milliseconds = min(milliseconds * 2, 1_000)
            }
            endCancel()
        }
        // Without a thread the call runs on, to the server's statement timeout at most.
        if !isStarted { endCancel() }
    }

    private func endCancel() {
        let mustWake = mailbox.withLock { mailbox in
            mailbox.cancelsUnderWay -= 1
            return mailbox.wakes()
        }
        if mustWake { wakeUp.signal() }
    }

    private func isRunning(_ call: any PendingCall) -> Bool {
        mailbox.withLock { $0.running === call }
    }

    // MARK: On the connection's thread

    private func serve(
        _ handle: borrowing ConnectionHandle, onFinish: (any PendingCall) -> Void
    ) {
        var pipeline = Pipeline()
        var calls: ArraySlice<any PendingCall> = []
        var isAlive = pipeline.enter(handle)
        while isAlive {
            let isClosing = take(&calls, whileBusy: !pipeline.isEmpty, onFinish: onFinish)
            if isClosing, calls.isEmpty, pipeline.isEmpty { break }
            // Calls submitted while a transaction is on the wire share the next.
            if pipeline.isEmpty, let set = nextSet(of: &calls, pipeline) {
                isAlive = pipeline.send(set, over: handle)
            }
            isAlive =
                isAlive && pipeline.flush(handle)
                && wait(on: handle, for: pipeline)
                && pipeline.receive(from: handle) { finish($0, onFinish) }
            let toResend = pipeline.takeCallsToResend()
            for (index, call) in toResend.enumerated() {
                guard isAlive else {
                    calls += toResend[index...]
                    break
                }
                isAlive = pipeline.send([call], over: handle)
            }
        }
        end(&pipeline, unsent: calls, onFinish: onFinish)
    }

    /// Removes and returns the calls of the next transaction; nil if there are none.
    private func nextSet(
        of calls: inout ArraySlice<any PendingCall>, _ pipeline: Pipeline
    ) -> [any PendingCall]? {
        guard let first = calls.first else { return nil }
        let isAlone = callsPerTransaction == 1 || !pipeline.canShare(first)
        let count =
            isAlone
            ? 1 : calls.prefix(callsPerTransaction).prefix(while: pipeline.canShare).count
        defer { calls.removeFirst(count) }
        return Array(calls.prefix(count))
    }

    /// Takes the submitted calls, except abandoned ones.
    ///
    /// True if the connection is closing.
    private func take(
        _ calls: inout ArraySlice<any PendingCall>, whileBusy isBusy: Bool,
        onFinish: (any PendingCall) -> Void
    ) -> Bool {
        var abandoned: [any PendingCall] = []
        let isClosing = mailbox.withLock { mailbox in
            guard mailbox.cancelsUnderWay == 0 else {
                mailbox.isAsleep = true
                return false
            }
            for call in mailbox.submitted {
                if call.isAbandoned { abandoned.append(call) } else { calls.append(call) }
            }
            mailbox.submitted.removeAll(keepingCapacity: true)
            if let last = calls.last { mailbox.running = last }
            // While the server works, its answer wakes the thread.
            mailbox.isAsleep = !isBusy && calls.isEmpty
            return mailbox.isClosing
        }
        abandoned.forEach(onFinish)
        return isClosing
    }

    private func finish(_ call: any PendingCall, _ onFinish: (any PendingCall) -> Void) {
        mailbox.withLock { mailbox in
            if mailbox.running === call { mailbox.running = nil }
        }
        onFinish(call)
    }

    /// Sleeps until the server or a submitter has something; false if the server was silent for too
    /// long, or the connection was given up.
    private func wait(on handle: borrowing ConnectionHandle, for pipeline: Pipeline) -> Bool {
        var polled = [
            pollfd(fd: PQsocket(handle.pointer), events: Int16(POLLIN), revents: 0),
            pollfd(fd: wakeUp.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        if pipeline.hasUnsentBytes { polled[0].events |= Int16(POLLOUT) }
        guard let silentSince = pipeline.silentSince else {
            sleep(polling: &polled, milliseconds: -1)
            // A server that speaks unasked is ending the connection: the outcome of a call sent now
            // would be unknown.
            return polled[0].revents == 0 && !isGivenUp
        }
        let left = silenceLimit - silentSince.duration(to: .now)
        guard left > .zero else { return false }
        sleep(polling: &polled, milliseconds: Int32(clamping: Int64(left / .milliseconds(1)) + 1))
        return !isGivenUp
    }

    private var isGivenUp: Bool { mailbox.withLock(\.isGivenUp) }

    private func sleep(polling polled: inout [pollfd], milliseconds: Int32) {
        _ = poll(&polled, 2, milliseconds)
        mailbox.withLock { $0.isAsleep = false }
        if polled[1].revents != 0 { wakeUp.clear() }
    }

    /// Fails all calls: those on the wire have an unknown outcome, unsent ones had no effect.
    private func end(
        _ pipeline: inout Pipeline, unsent: ArraySlice<any PendingCall>,
        onFinish: (any PendingCall) -> Void
    ) {
        let submitted = mailbox.withLock { mailbox in
            mailbox.isOver = true
            defer { mailbox.submitted = [] }
            return mailbox.submitted
        }
        for call in pipeline.abandon() {
            call.fail(.connectionLost(outcomeUnknown: true))
            finish(call, onFinish)
        }
        for call in unsent + submitted {
            call.fail(.connectionLost(outcomeUnknown: false))
            finish(call, onFinish)
        }
    }
}
