import Glibc

/// Runs a body that may block on a thread of its own, away from the cooperative pool.
///
/// False where the system has no thread left: the body is not run.
func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
    let boxed = Unmanaged.passRetained(ThreadBody(body))
    var thread = pthread_t()
    let outcome = pthread_create(
        &thread, nil,
        { argument in
            guard let argument else { return nil }
            // OpenSSL writes to plain sockets: a server that hangs up must not end the process.
            var signals = sigset_t()
            sigemptyset(&signals)
            sigaddset(&signals, SIGPIPE)
            pthread_sigmask(SIG_BLOCK, &signals, nil)
            Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().run()
            return nil
        }, boxed.toOpaque())
    guard outcome == 0 else {
        boxed.release()
        return false
    }
    pthread_detach(thread)
    return true
}

/// Carries a closure through C.
private final class ThreadBody: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) {
        self.run = run
    }
}
