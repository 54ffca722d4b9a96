import Glibc
import Synchronization

/// The threads of one owner, which waits for their end before its own.
///
/// A process must not exit while one of its threads is inside a library: libraries free at exit
/// what their other threads still use.
package final class ThreadGroup: Sendable {
    private let state = Mutex(State())

    private struct State {
        var running = 0
        /// Their bodies have returned: joining one takes as long as libraries clean up a thread.
        var ended: [pthread_t] = []
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    package init() {}

    /// Runs a blocking body on a thread of its own, outside the cooperative pool.
    ///
    /// False if no thread can be created: the body does not run.
    package func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        joinEnded()
        state.withLock { $0.running += 1 }
        let thread = createThread { [self] in
            body()
            end(of: pthread_self())
        }
        if thread == nil { end(of: nil) }
        return thread != nil
    }

    /// Waits until every thread has ended, and no longer than the limit.
    ///
    /// A thread that has not ended by then runs on.
    package func join(within limit: Duration) async {
        await withCheckedContinuation { continuation in
            let mustWait = state.withLock { state in
                guard state.running > 0 else { return false }
                state.waiting.append(continuation)
                return true
            }
            guard mustWait else { return continuation.resume() }
            // A task that is cancelled cannot sleep.
            let isStarted = startThread { [self] in
                _ = poll(nil, 0, Int32(limit / .milliseconds(1)))
                resumeWaiting()
            }
            if !isStarted { resumeWaiting() }
        }
        joinEnded()
    }

    private func end(of thread: pthread_t?) {
        let isLast = state.withLock { state in
            state.running -= 1
            if let thread { state.ended.append(thread) }
            return state.running == 0
        }
        if isLast { resumeWaiting() }
    }

    private func resumeWaiting() {
        let waiting = state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    private func joinEnded() {
        let ended = state.withLock { state in
            defer { state.ended = [] }
            return state.ended
        }
        for thread in ended { pthread_join(thread, nil) }
    }
}
