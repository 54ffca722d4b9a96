package import Curl
import Entitlements
package import Logging
package import Metrics
import ServiceLifecycle
import Synchronization
package import Traces

/// Sends ended spans to a collector, by OTLP over HTTP with JSON.
///
/// Nothing waits for it. While the collector is away, one batch is repeated and the queue fills.
package final class OTLPExporter: Service {
    package struct Limits: Sendable {
        /// The pause between two looks at the queue.
        package var intervalMilliseconds = 200
        package var requestTimeoutMilliseconds = 10_000
        package var maximumAttempts = 5
        /// Before the second attempt; doubles with each further one.
        package var pauseMilliseconds = 1_000
        package var maximumPauseMilliseconds = 30_000
        /// For everything that waits when the server stops.
        package var flushMilliseconds = 2_000

        package init() {}
    }

    private let queue: SpanQueue
    private let destination: OTLPDestination
    private let http: HTTPClient
    private let limits: Limits
    private let logger: Logger
    private let sent: Counter
    private let lost: Counter
    /// Whether the log says that spans cannot be sent.
    private let isFailing = Mutex(false)

    fileprivate enum Outcome {
        case taken
        /// It will not be taken, however often it is sent.
        case refused(reason: String)
        /// It may be taken later.
        case notTaken(reason: String, pauseSeconds: Int?)
    }

    /// The HTTP client must be running, and is stopped after this service.
    package init(
        _ queue: SpanQueue, to destination: OTLPDestination, over http: HTTPClient,
        limits: Limits = Limits(), metrics: any MetricsFactory = MetricsSystem.factory,
        logger: Logger
    ) {
        self.queue = queue
        self.destination = destination
        self.http = http
        self.limits = limits
        self.logger = logger
        let counter = { (outcome: String) in
            Counter(
                label: "hearth_spans_total", dimensions: [("outcome", outcome)], factory: metrics)
        }
        sent = counter("sent")
        lost = counter("not_taken")
    }

    package func run() async throws {
        let unsent = await cancelWhenGracefulShutdown { await self.sendUntilCancelled() }
        await flush(unsent)
    }

    /// Returns the batch that was being sent when the task was cancelled.
    private func sendUntilCancelled() async -> [EndedSpan] {
        let interval = Duration.milliseconds(limits.intervalMilliseconds)
        while (try? await Task.sleep(for: interval)) != nil {
            while let batch = queue.takeBatch() {
                guard await deliver(batch) else { return batch }
            }
        }
        return []
    }

    /// Sends what is left, as far as there is time.
    private func flush(_ unsent: [EndedSpan]) async {
        let end = ContinuousClock.now + .milliseconds(limits.flushMilliseconds)
        var next = unsent.isEmpty ? queue.takeBatch() : unsent
        while let batch = next {
            let left = Int((end - ContinuousClock.now) / .milliseconds(1))
            guard left > 0, case .taken = await send(batch, withinMilliseconds: left) else {
                lost.increment(by: batch.count)
                break
            }
            sent.increment(by: batch.count)
            next = queue.takeBatch()
        }
        queue.dropAll()
    }

    /// Sends a batch until it is taken or given up; false if the task was cancelled before.
    private func deliver(_ batch: [EndedSpan]) async -> Bool {
        var attempts = 0
        while true {
            attempts += 1
            let outcome = await send(
                batch, withinMilliseconds: limits.requestTimeoutMilliseconds)
            switch outcome {
            case .taken:
                sent.increment(by: batch.count)
                note(failure: nil)
                return true
            case _ where Task.isCancelled:
                return false
            case .notTaken(let reason, let seconds) where attempts < limits.maximumAttempts:
                note(failure: reason)
                guard await pause(after: attempts, seconds) else { return false }
            case .refused(let reason), .notTaken(let reason, _):
                note(failure: reason)
                lost.increment(by: batch.count)
                return true
            }
        }
    }

    /// Waits before the next attempt; false if the task was cancelled.
    private func pause(after attempts: Int, _ seconds: Int?) async -> Bool {
        let milliseconds =
            seconds.map { min($0, limits.maximumPauseMilliseconds) * 1_000 }
            ?? limits.pauseMilliseconds << min(attempts - 1, 16)
        let pause = Duration.milliseconds(
            min(max(0, milliseconds), limits.maximumPauseMilliseconds))
        return (try? await Task.sleep(for: pause)) != nil
    }

    private func send(_ batch: [EndedSpan], withinMilliseconds limit: Int) async -> Outcome {
        var json = JSONWriter(reservingBytes: batch.count * 512)
        json.export(batch, of: destination.resource)
        var request = CurlRequest(
            "POST", destination.url, addressFilter: .any,
            headers: [("Content-Type", "application/json")] + destination.headers,
            body: json.bytes)
        request.connectTimeoutMilliseconds = min(request.connectTimeoutMilliseconds, limit)
        request.totalTimeoutMilliseconds = limit
        do throws(CurlError) {
            return Outcome(try await http.send(request))
        } catch {
            return .notTaken(reason: "\(error)", pauseSeconds: nil)
        }
    }

    /// Logs when spans cannot be sent any more, and when they can again.
    private func note(failure reason: String?) {
        let hasChanged = isFailing.withLock { isFailing in
            defer { isFailing = reason != nil }
            return isFailing != (reason != nil)
        }
        guard hasChanged else { return }
        if let reason {
            logger.warning("Traces cannot be sent", metadata: ["reason": "\(reason)"])
        } else {
            logger.notice("Traces are sent again")
        }
    }
}

extension OTLPExporter.Outcome {
    /// By the list of OTLP's specification.
    fileprivate init(_ response: CurlResponse) {
        switch response.status {
        case 200..<300: self = .taken
        case 429, 502, 503, 504:
            self = .notTaken(
                reason: "status \(response.status)",
                pauseSeconds: response["retry-after"].flatMap { Int($0) })
        case let status: self = .refused(reason: "status \(status)")
        }
    }
}
