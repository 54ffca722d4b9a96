import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Sends requests over the kept connections of one session, and follows no redirect.
///
/// On Linux, `URLSession.data(for:delegate:)` follows redirects without asking its delegate. Only a
/// session's own delegate is asked.
final class Sender: Sendable {
    private let session: URLSession
    private let events: AsyncStream<Event>.Continuation

    /// An export of one person is the largest answer.
    private static let maximumAnswerBytes = 64 * 1024 * 1024

    init() {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.httpShouldSetCookies = false
        configuration.httpMaximumConnectionsPerHost = 100
        let (stream, events) = AsyncStream.makeStream(of: Event.self)
        self.events = events
        session = URLSession(
            configuration: configuration, delegate: Delegate(events: events), delegateQueue: nil)
        Task { await Self.answer(stream) }
    }

    deinit {
        session.finishTasksAndInvalidate()
        events.finish()
    }

    /// The whole answer; throws a `HearthError` if none comes.
    func send(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        let task = session.dataTask(with: request)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                events.yield(.begin(Exchange(task: task, continuation: continuation)))
                task.resume()
            }
        } onCancel: {
            task.cancel()
        }
    }

    /// A request that waits for its answer.
    private struct Exchange {
        let task: URLSessionDataTask
        let continuation: CheckedContinuation<(Data, HTTPURLResponse), any Error>
        var data = Data()
    }

    private enum Event {
        case begin(Exchange)
        case data(Int, Data)
        case end(Int, HTTPURLResponse?, (any Error)?)
    }

    /// Gives each exchange its answer, in the order of what happens.
    private static func answer(_ events: AsyncStream<Event>) async {
        var open: [Int: Exchange] = [:]
        for await event in events {
            switch event {
            case .begin(let exchange):
                open[exchange.task.taskIdentifier] = exchange
            case .data(let id, let data):
                open[id]?.data += data
                if let exchange = open[id], exchange.data.count > maximumAnswerBytes {
                    exchange.task.cancel()
                    let detail = "The answer has more than 64 MiB."
                    open.removeValue(forKey: id)?.continuation.resume(
                        throwing: HearthError(.answer, "answer_too_large", detail))
                }
            case .end(let id, let response, let error):
                guard let exchange = open.removeValue(forKey: id) else { continue }
                exchange.continuation.resume(with: result(exchange.data, response, error))
            }
        }
        for exchange in open.values { exchange.continuation.resume(throwing: CancellationError()) }
    }

    private static func result(
        _ data: Data, _ response: HTTPURLResponse?, _ error: (any Error)?
    ) -> Result<(Data, HTTPURLResponse), any Error> {
        switch (error as? URLError)?.code {
        case .cancelled: return .failure(CancellationError())
        // The limit that the caller waits for is set by `limited`.
        case .timedOut: return .failure(HearthError.timedOut(after: 0))
        default: break
        }
        if let error { return .failure(HearthError.noConnection(error.localizedDescription)) }
        guard let response else { return .failure(HearthError.noConnection("There is no answer.")) }
        return .success((data, response))
    }

    private final class Delegate: NSObject, URLSessionDataDelegate {
        private let events: AsyncStream<Event>.Continuation

        init(events: AsyncStream<Event>.Continuation) { self.events = events }

        func urlSession(_: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
            events.yield(.data(dataTask.taskIdentifier, data))
        }

        func urlSession(
            _: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
        ) {
            events.yield(.end(task.taskIdentifier, task.response as? HTTPURLResponse, error))
        }

        /// Leaves the redirect as the answer: followed, it would take the key to another server.
        func urlSession(
            _: URLSession, task: URLSessionTask,
            willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
            completionHandler: @escaping @Sendable (URLRequest?) -> Void
        ) {
            completionHandler(nil)
        }
    }
}
