import Glibc

/// Runs a blocking body on a thread of its own, outside the cooperative pool.
///
/// If no thread can be created, runs the body on the calling thread.
func startThread(_ body: @escaping @Sendable () -> Void) {
    let boxed = Unmanaged.passRetained(ThreadBody(body))
    var thread = pthread_t()
    let outcome = pthread_create(
        &thread, nil,
        { argument in
            guard let argument else { return nil }
            // libpq cancels over a plain socket: a server that hangs up must not end our process.
            var signals = sigset_t()
            sigemptyset(&signals)
            sigaddset(&signals, SIGPIPE)
            pthread_sigmask(SIG_BLOCK, &signals, nil)
            Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().run()
            return nil
        }, boxed.toOpaque())
    if outcome == 0 {
        pthread_detach(thread)
    } else {
        boxed.takeRetainedValue().run()
    }
}

/// Carries a closure through C.
private final class ThreadBody: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) {
        self.run = run
    }
}
