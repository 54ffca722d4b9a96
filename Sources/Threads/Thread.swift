import Glibc

/// Runs a blocking body on a thread of its own, outside the cooperative pool.
///
/// False if no thread can be created: the body does not run. The thread may outlive everything: a
/// body that calls a library belongs into a `ThreadGroup`.
package func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
    guard let thread = createThread(body) else { return false }
    pthread_detach(thread)
    return true
}

/// Creates a thread that the caller joins or detaches; nil if there can be none.
func createThread(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
    let boxed = Unmanaged.passRetained(ThreadBody(body))
    var thread = pthread_t()
    let outcome = pthread_create(
        &thread, nil,
        { argument in
            guard let argument else { return nil }
            // libpq and OpenSSL write to plain sockets: a server that hangs up must not end us.
            var signals = sigset_t()
            sigemptyset(&signals)
            sigaddset(&signals, SIGPIPE)
            pthread_sigmask(SIG_BLOCK, &signals, nil)
            Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().run()
            return nil
        }, boxed.toOpaque())
    guard outcome == 0 else {
        boxed.release()
        return nil
    }
    return thread
}

/// Carries a closure through C.
private final class ThreadBody: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) {
        self.run = run
    }
}
