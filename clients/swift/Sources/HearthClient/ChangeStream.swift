import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// All changes of a tenant, for its server: the secret key does not belong on a phone.
///
/// A stream that breaks is opened again after the last change that was read, so none is missed. So
/// is one whose reader is so slow that too much waits for it. Made by `Hearth.listen`.
public struct ChangeStream: AsyncSequence, Sendable {
    /// A change, in the order of the log.
    public typealias Element = Change

    private let connection: Connection
    private let number: Int?

    init(connection: Connection, after number: Int?) {
        self.connection = connection
        self.number = number
    }

    /// Begins to read.
    public func makeAsyncIterator() -> Iterator {
        Iterator(connection: connection, lastID: number.map(String.init))
    }

    /// Reads one connection after the other.
    public struct Iterator: AsyncIteratorProtocol {
        let connection: Connection
        /// The id of the last event, for a new attempt.
        var lastID: String?
        private var chunks: AsyncThrowingStream<Data, any Error>.Iterator?
        private var parser = EventParser()
        private var waiting: ArraySlice<EventParser.Event> = []
        private var failures = 0

        init(connection: Connection, lastID: String?) {
            self.connection = connection
            self.lastID = lastID
        }

        /// Waits for the next change.
        ///
        /// Throws a `HearthError` if Hearth refuses: 401 for a revoked key, 410 if the log begins
        /// later than the number.
        public mutating func next() async throws -> Change? {
            while true {
                if let event = waiting.popFirst() {
                    lastID = event.id ?? lastID
                    return try JSON.decoder.decode(Change.self, from: Data(event.data.utf8))
                }
                var pause: TimeInterval?
                do {
                    if chunks == nil { chunks = try await open() }
                    if let chunk = try await chunks?.next() {
                        waiting = parser.events(in: chunk)[...]
                        failures = 0
                        continue
                    }
                } catch let error as HearthError {
                    pause = error.pauseSeconds(failures: failures + 1)
                    if pause == nil { throw error }
                } catch is URLError {}
                try Task.checkCancellation()
                chunks = nil
                failures += 1
                let seconds = pause ?? backoffSeconds(failures: failures)
                try await Task.sleep(for: .seconds(Swift.min(seconds, maximumPauseSeconds)))
            }
        }

        private mutating func open() async throws -> AsyncThrowingStream<Data, any Error>.Iterator {
            parser = EventParser()
            if lastID == nil {
                // A stream that breaks before its first change goes on after this number.
                let data = try await connection.data(for: Request(path: "/v1/changes?limit=1"))
                lastID = String(try JSON.decoder.decode(ChangePage.self, from: data).lastNumber)
            }
            let token = try await connection.checkedToken(within: connection.timeout ?? 2)
            var request = try connection.urlRequest(
                Request(path: "/v1/changes/stream"), token: token)
            // Hearth writes at least every 15 seconds.
            request.timeoutInterval = 45
            request.setValue("text/event-stream", forHTTPHeaderField: "Accept")
            request.setValue(lastID, forHTTPHeaderField: "Last-Event-ID")
            return StreamedResponse.chunks(of: request).makeAsyncIterator()
        }
    }
}

/// Reads server-sent events as they arrive.
struct EventParser {
    struct Event: Equatable {
        var id: String?
        var data = ""
    }

    private var rest = Data()
    private var event = Event()

    /// The events that are complete with these bytes.
    mutating func events(in chunk: Data) -> [Event] {
        rest += chunk
        var events: [Event] = []
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            let line = String(decoding: rest[rest.startIndex..<end], as: UTF8.self)
            rest = Data(rest[rest.index(after: end)...])
            if line.isEmpty {
                if !event.data.isEmpty { events.append(event) }
                event = Event()
            } else if let id = line.value(of: "id") {
                event.id = id
            } else if let data = line.value(of: "data") {
                event.data += event.data.isEmpty ? data : "\n" + data
            }
        }
        return events
    }
}

extension String {
    /// The value of a field's line; nil for another field or a comment.
    fileprivate func value(of field: String) -> String? {
        guard hasPrefix(field + ":") else { return nil }
        let value = dropFirst(field.count + 1)
        return String(value.hasPrefix(" ") ? value.dropFirst() : value)
    }
}

/// Lends the body of a response as it arrives, also on Linux, whose URLSession has no `bytes`.
private final class StreamedResponse: NSObject, URLSessionDataDelegate {
    private let continuation: AsyncThrowingStream<Data, any Error>.Continuation

    private init(_ continuation: AsyncThrowingStream<Data, any Error>.Continuation) {
        self.continuation = continuation
    }

    /// How many chunks may wait for the reader; on Linux, one has 16 KiB at most.
    private static let maximumWaitingChunks = 256

    static func chunks(of request: URLRequest) -> AsyncThrowingStream<Data, any Error> {
        AsyncThrowingStream(
            Data.self, bufferingPolicy: .bufferingOldest(maximumWaitingChunks)
        ) { continuation in
            let session = URLSession(
                configuration: .ephemeral, delegate: StreamedResponse(continuation),
                delegateQueue: nil)
            session.dataTask(with: request).resume()
            continuation.onTermination = { _ in session.invalidateAndCancel() }
        }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        if let refusal = refusal(of: dataTask, data) {
            continuation.finish(throwing: refusal)
        } else if case .dropped = continuation.yield(data) {
            // The reader is slow: it gets what waits, and opens the stream again after that.
            continuation.finish(throwing: URLError(.dataLengthExceedsMaximum))
        }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
        continuation.finish(throwing: error ?? refusal(of: task, Data()))
    }

    /// Leaves a redirect as the answer: followed, it would take the key to another server.
    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    /// What the answer is instead of a stream; nil for a stream.
    private func refusal(of task: URLSessionTask, _ body: Data) -> HearthError? {
        guard let response = task.response as? HTTPURLResponse else { return nil }
        if (300..<400).contains(response.statusCode) { return .redirected(response.statusCode) }
        if response.statusCode != 200 { return response.refusal(body) }
        let kind = response.value(forHTTPHeaderField: "Content-Type") ?? ""
        return kind.hasPrefix("text/event-stream") ? nil : response.unexpected(body)
    }
}
