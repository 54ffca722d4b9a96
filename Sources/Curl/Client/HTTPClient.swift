import ServiceLifecycle

/// Requests to other servers, over connections that it opens, keeps and closes.
///
/// One thread drives all of them and alone touches libcurl; callers wait without blocking any.
package final class HTTPClient: Service {
    private let configuration: Configuration
    private let queue: RequestQueue

    /// Requests are sent once `run` has been started; until then they wait.
    package init(configuration: Configuration) {
        self.configuration = configuration
        queue = RequestQueue(
            maximumInFlight: configuration.maximumRequestsInFlight,
            maximumWaiting: configuration.maximumRequestsWaiting)
    }

    /// Sends requests until graceful shutdown, which lets those in flight go on for a while, or
    /// cancellation, which does not.
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

    /// Answers whatever the server answered; redirects are answers, and none is followed.
    ///
    /// When it throws, nothing of the request is under way any more. Whether the server has done
    /// what was asked is then unknown, unless the error says that there was no connection.
    package func send(_ request: CurlRequest) async throws(CurlError) -> CurlResponse {
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
        await withCheckedContinuation { continuation in
            let isStarted = startThread { [self] in
                continuation.resume(returning: serve())
            }
            if !isStarted {
                queue.end()
                continuation.resume(returning: .failure(.libraryFailed))
            }
        }
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
