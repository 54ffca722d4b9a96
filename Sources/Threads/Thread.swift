import Glibc

/// Runs a blocking body on a thread of its own, outside the cooperative pool.
///
/// False if no thread can be created: the body does not run.
package func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
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
