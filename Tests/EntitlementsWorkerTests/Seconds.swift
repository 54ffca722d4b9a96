import Synchronization

/// A clock that advances one second per read.
final class Seconds: Sendable {
    private let count = Mutex(0)

    func next() -> Int {
        count.withLock { count in
            count += 1
            return count
        }
    }
}
