import CLibPQ
import Glibc
import Logging
import Synchronization
import Threads

/// Listens on one channel, over its own connection and thread, until it is stopped.
///
/// A connection whose server hangs, or is gone, looks like one on which nothing is said. So the
/// listener regularly sends itself a notification through the database, and replaces a connection
/// on which that is not heard in time.
final class NotificationListener: Sendable {
    struct Limits: Sendable {
        /// The time between proofs.
        let proofMilliseconds: Int
        /// How long a proof may take to be heard.
        let hearingMilliseconds: Int
    }

    private let channel: String
    private let limits: Limits
    private let target: ConnectionTarget
    private let deliver: @Sendable (Notification) -> Void
    private let isStopped = Atomic(false)
    private let wakeUp: WakeUp
    private let threads: ThreadGroup

    init(
        channel: String, limits: Limits, target: ConnectionTarget, threads: ThreadGroup,
        deliver: @escaping @Sendable (Notification) -> Void
    ) throws(PostgresError) {
        self.channel = channel
        self.limits = limits
        self.target = target
        self.threads = threads
        self.deliver = deliver
        wakeUp = try WakeUp()
    }

    /// False if no thread can be created.
    func start() -> Bool {
        threads.start { [self] in
            var failures = 0
            while !isStopped.load(ordering: .acquiring) {
                let hasListened = listen()
                failures = hasListened ? 0 : failures + 1
                // Waits half a second, doubling to eight. Listening late loses nothing:
                // `.listening` says that notifications may have been missed.
                wait(on: nil, milliseconds: Int32(500 << min(failures, 4)))
            }
        }
    }

    func stop() {
        isStopped.store(true, ordering: .releasing)
        wakeUp.signal()
    }

    /// Listens until the connection is lost or deaf; false if listening could not begin.
    private func listen() -> Bool {
        guard let handle = try? ConnectionHandle.connect(to: target) else { return false }
        let proofChannel = "hearth proof \(handle.processID)"
        guard handle.execute("listen \"\(channel)\""), handle.execute("listen \"\(proofChannel)\"")
        else { return false }
        deliver(.listening)
        var provesAt = ContinuousClock.now + .milliseconds(limits.proofMilliseconds)
        var isProving = false
        while !isStopped.load(ordering: .acquiring) {
            // Read before waiting: notifications may have arrived with the answer to `listen`.
            guard PQconsumeInput(handle.pointer) == 1, handle.takeAnswers() else { return true }
            while let notification = PQnotifies(handle.pointer) {
                if String(cString: notification.pointee.relname) == proofChannel {
                    isProving = false
                    provesAt = .now + .milliseconds(limits.proofMilliseconds)
                } else {
                    deliver(.notified(payload: String(cString: notification.pointee.extra)))
                }
                PQfreemem(notification)
            }
            if provesAt <= .now {
                guard !isProving, PQsendQuery(handle.pointer, "notify \"\(proofChannel)\"") == 1
                else { return true }
                isProving = true
                provesAt = .now + .milliseconds(limits.hearingMilliseconds)
            }
            let left = max(.zero, ContinuousClock.now.duration(to: provesAt))
            wait(on: PQsocket(handle.pointer), milliseconds: Int32(left / .milliseconds(1)) + 1)
        }
        return true
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
    /// Takes what has arrived of the answers to sent statements; false if one failed.
    fileprivate func takeAnswers() -> Bool {
        while PQisBusy(pointer) == 0, let result = PQgetResult(pointer) {
            guard ResultHandle(adopting: result).error == nil else { return false }
        }
        return true
    }
}
