import CLibPQ
import Glibc
import Logging
import Synchronization
import Threads

/// Listens on one channel, over its own connection and thread, until it is stopped.
final class NotificationListener: Sendable {
    private let channel: String
    private let connectionString: String
    private let options: [(name: String, value: String)]
    private let deliver: @Sendable (Notification) -> Void
    private let isStopped = Atomic(false)
    private let wakeUp: WakeUp
    private let threads: ThreadGroup

    init(
        channel: String, connectionString: String, options: [(name: String, value: String)],
        threads: ThreadGroup, deliver: @escaping @Sendable (Notification) -> Void
    ) throws(PostgresError) {
        self.channel = channel
        self.connectionString = connectionString
        self.options = options
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

    /// Listens until the connection is lost; false if listening could not begin.
    private func listen() -> Bool {
        guard let handle = try? ConnectionHandle.connect(to: connectionString, options: options),
            let pointer = PQexec(handle.pointer, "listen \"\(channel)\"")
        else { return false }
        guard ResultHandle(adopting: pointer).error == nil else { return false }
        deliver(.listening)
        while !isStopped.load(ordering: .acquiring) {
            // Read before waiting: notifications may have arrived with the answer to `listen`.
            guard PQconsumeInput(handle.pointer) == 1 else { return true }
            while let notification = PQnotifies(handle.pointer) {
                deliver(.notified(payload: String(cString: notification.pointee.extra)))
                PQfreemem(notification)
            }
            wait(on: PQsocket(handle.pointer), milliseconds: -1)
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
