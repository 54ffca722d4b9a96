import CLibPQ
import Glibc
import Synchronization
import Threads

/// Listens on the channels of all its subscribers, over one connection and thread, while there are
/// subscribers.
///
/// A connection whose server hangs, or is gone, looks like one on which nothing is said. So the
/// listener regularly sends itself a notification through the database, and replaces a connection
/// on which that is not heard in time.
final class NotificationListener: Sendable {
    struct Limits: Sendable {
        /// The time between proofs.
        let proofMilliseconds: Int
        /// How long a proof may take to be heard, and the start of listening to be answered.
        let hearingMilliseconds: Int
    }

    private struct State {
        var subscribers: [Int: (channel: String, inbox: NotificationInbox)] = [:]
        var nextNumber = 0
        /// The channels on which the open connection listens.
        var heard: Set<String> = []
        /// Whether the thread runs.
        var isRunning = false
    }

    private let limits: Limits
    private let target: ConnectionTarget
    private let outages: OutageLog
    private let threads: ThreadGroup
    private let wakeUp: WakeUp
    private let state = Mutex(State())

    init(
        limits: Limits, target: ConnectionTarget, outages: OutageLog, threads: ThreadGroup
    ) throws(PostgresError) {
        self.limits = limits
        self.target = target
        self.outages = outages
        self.threads = threads
        wakeUp = try WakeUp()
    }
}

// MARK: Subscribers

extension NotificationListener {
    /// Subscribes until the sequence is dropped.
    func notifications(on channel: String) -> Notifications {
        let (signals, signal) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let inbox = NotificationInbox(signal: signal)
        let (number, isHeard, mustStart) = state.withLock { state in
            state.nextNumber += 1
            state.subscribers[state.nextNumber] = (channel, inbox)
            defer { state.isRunning = true }
            return (state.nextNumber, state.heard.contains(channel), !state.isRunning)
        }
        if isHeard { inbox.post(.listening) }
        signal.onTermination = { [self] _ in
            state.withLock { _ = $0.subscribers.removeValue(forKey: number) }
            wakeUp.signal()
        }
        if mustStart, !threads.start({ [self] in run() }) {
            state.withLock { $0.isRunning = false }
            signal.finish()
        }
        wakeUp.signal()
        return Notifications(inbox: inbox, signals: signals)
    }

    /// Notes that the connection listens on these channels now, and tells their subscribers.
    private func begin(on channels: Set<String>) {
        state.withLock { $0.heard.formUnion(channels) }
        post(.listening, on: channels)
    }

    /// Posts to the subscribers of channels, without the lock.
    ///
    /// Posting resumes the subscriber's task, for which the runtime locks the task. A cancelled
    /// task is locked while `onTermination` takes our lock: with it held here, both would wait for
    /// ever.
    private func post(_ notification: Notification, on channels: Set<String>) {
        let inboxes = state.withLock { state in
            state.subscribers.values.filter { channels.contains($0.channel) }.map(\.inbox)
        }
        for inbox in inboxes { inbox.post(notification) }
    }
}

// MARK: The connection

extension NotificationListener {
    /// Listens while there are subscribers.
    private func run() {
        var failures = 0
        while mustGoOn() {
            do throws(PostgresError) {
                let handle = try ConnectionHandle.connect(to: target)
                outages.opened(isReplacement: false)
                failures = listen(over: handle) ? 0 : failures + 1
            } catch {
                outages.failed(error)
                failures += 1
            }
            state.withLock { $0.heard = [] }
            // Waits half a second, doubling to eight. Listening late loses nothing:
            // `.listening` says that notifications may have been missed.
            wait(on: nil, milliseconds: Int32(500 << min(failures, 4)))
        }
    }

    /// What the server owes.
    private enum Debt {
        case nothing
        /// The answer to `listen` on these channels.
        case answer(Set<String>)
        case proof
    }

    /// Listens until the connection is lost or deaf; false if listening could not begin.
    private func listen(over handle: borrowing ConnectionHandle) -> Bool {
        let proof = "hearth proof \(handle.processID)"
        var debt = Debt.nothing
        var hasListened = false
        // When the debt is overdue; without a debt, when the next proof is due.
        var dueAt = ContinuousClock.now
        while hasSubscribers {
            // Read before waiting: notifications may have arrived with the answer to `listen`.
            guard PQconsumeInput(handle.pointer) == 1, let isIdle = handle.takeAnswers()
            else { return hasListened }
            var isSettled = receive(from: handle, proof: proof)
            if isIdle, case .answer(let channels) = debt {
                begin(on: channels)
                (isSettled, hasListened) = (true, true)
            }
            if isSettled {
                debt = .nothing
                dueAt = .now + .milliseconds(limits.proofMilliseconds)
            }
            if isIdle, case .nothing = debt {
                let new = unheardChannels(and: proof)
                if !new.isEmpty || dueAt <= .now {
                    guard new.isEmpty ? handle.notify(proof) : handle.listen(on: new)
                    else { return hasListened }
                    debt = new.isEmpty ? .proof : .answer(new)
                    dueAt = .now + .milliseconds(limits.hearingMilliseconds)
                }
            } else if dueAt <= .now {
                return hasListened
            }
            let left = max(.zero, ContinuousClock.now.duration(to: dueAt))
            wait(on: PQsocket(handle.pointer), milliseconds: Int32(left / .milliseconds(1)) + 1)
        }
        return true
    }

    /// Delivers what has arrived; true if the proof is among it.
    private func receive(from handle: borrowing ConnectionHandle, proof: String) -> Bool {
        var isProved = false
        while let notification = PQnotifies(handle.pointer) {
            let channel = String(cString: notification.pointee.relname)
            if channel == proof {
                isProved = true
            } else {
                post(.notified(payload: String(cString: notification.pointee.extra)), on: [channel])
            }
            PQfreemem(notification)
        }
        return isProved
    }

    private var hasSubscribers: Bool { state.withLock { !$0.subscribers.isEmpty } }

    /// Whether the thread must go on; if not, the next subscriber starts another.
    private func mustGoOn() -> Bool {
        state.withLock { state in
            state.isRunning = !state.subscribers.isEmpty
            return state.isRunning
        }
    }

    private func unheardChannels(and proof: String) -> Set<String> {
        state.withLock { state in
            Set(state.subscribers.values.map(\.channel) + [proof]).subtracting(state.heard)
        }
    }

    private func wait(on socket: Int32?, milliseconds: Int32) {
        // poll ignores a negative descriptor.
        var polled = [
            pollfd(fd: wakeUp.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: socket ?? -1, events: Int16(POLLIN), revents: 0),
        ]
        _ = poll(&polled, 2, milliseconds)
        wakeUp.clear()
    }
}

extension ConnectionHandle {
    /// Sends `listen` for each channel; false if the connection is lost.
    fileprivate func listen(on channels: Set<String>) -> Bool {
        let statements = channels.sorted().map { "listen \"\($0)\"" }
        return PQsendQuery(pointer, statements.joined(separator: "; ")) == 1
    }

    /// Sends an empty notification; false if the connection is lost.
    fileprivate func notify(_ channel: String) -> Bool {
        PQsendQuery(pointer, "notify \"\(channel)\"") == 1
    }

    /// Takes what has arrived of the answers to sent statements; nil if one failed, and true if no
    /// answer is owed.
    fileprivate func takeAnswers() -> Bool? {
        while PQisBusy(pointer) == 0 {
            guard let result = PQgetResult(pointer) else { return true }
            guard ResultHandle(adopting: result).error == nil else { return nil }
        }
        return false
    }
}
