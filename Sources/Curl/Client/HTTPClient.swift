import ServiceLifecycle
import Threads
import Traces

/// An HTTP client: opens, keeps and closes connections to other servers.
///
/// One thread drives all requests and alone touches libcurl; callers wait without blocking a
/// thread.
package final class HTTPClient: Service {
    private let configuration: Configuration
    private let queue: RequestQueue
    private let threads = ThreadGroup()

    /// Requests wait until `run` has been started.
    package init(configuration: Configuration) {
        self.configuration = configuration
        queue = RequestQueue(
            maximumInFlight: configuration.maximumRequestsInFlight,
            maximumWaiting: configuration.maximumRequestsWaiting)
    }

    /// Sends requests until shutdown.
    ///
    /// A graceful shutdown lets those in flight continue for a while; cancellation does not.
    package func run() async throws {
        let grace = Duration.milliseconds(configuration.shutdownGraceMilliseconds)
        try await withTaskCancellationHandler {
            try await withGracefulShutdownHandler {
                try await serveOnThread().get()
            } onGracefulShutdown: { [queue] in
                queue.close(at: ContinuousClock.now + grace)
            }
        } onCancel: {
            queue.close(at: ContinuousClock.now)
        }
    }

    /// Sends a request and returns the server's answer; does not follow redirects.
    ///
    /// When it throws, the request is no longer under way. Unless the error says that there was no
    /// connection, the server may have carried it out.
    package func send(_ request: CurlRequest) async throws(CurlError) -> CurlResponse {
        guard let name = request.spanName, let caller = TraceSpan.current else {
            return try await exchange(request)
        }
        return try await exchange(request, as: name, for: caller)
    }

    func exchange(_ request: CurlRequest) async throws(CurlError) -> CurlResponse {
        guard !Task.isCancelled else { throw .cancelled }
        let timeout = Duration.milliseconds(request.totalTimeoutMilliseconds)
        let exchange = Exchange(request, deadline: ContinuousClock.now + timeout)
        try queue.submit(exchange)
        let answer = await withTaskCancellationHandler {
            await exchange.answer()
        } onCancel: {
            queue.cancel(exchange)
        }
        return try answer.get()
    }

    private func serveOnThread() async -> Result<Void, CurlError> {
        let result = await withCheckedContinuation { continuation in
            let isStarted = threads.start { [self] in
                continuation.resume(returning: serve())
            }
            if !isStarted {
                queue.end()
                continuation.resume(returning: .failure(.libraryFailed))
            }
        }
        // It has nothing left to do, but libcurl's and OpenSSL's own clean-up of a thread.
        await threads.join(within: .seconds(1))
        return result
    }

    /// Blocks until the client is closed.
    private func serve() -> Result<Void, CurlError> {
        defer { queue.end() }
        do throws(CurlError) {
            var loop = try TransferLoop(configuration, queue)
            return .success(try loop.run())
        } catch {
            return .failure(error)
        }
    }
}
