import Synchronization

/// A submitted request, and the task that waits for its answer.
final class Exchange: Sendable {
    typealias Answer = Result<CurlResponse, CurlError>

    let request: CurlRequest
    /// When the caller stops waiting.
    let deadline: ContinuousClock.Instant
    private let state = Mutex(State())

    private struct State {
        var answer: Answer?
        var continuation: CheckedContinuation<Answer, Never>?
    }

    init(_ request: CurlRequest, deadline: ContinuousClock.Instant) {
        self.request = request
        self.deadline = deadline
    }

    /// Waits for the answer; called once.
    func answer() async -> Answer {
        await withCheckedContinuation { continuation in
            let early = state.withLock { state in
                if state.answer == nil { state.continuation = continuation }
                return state.answer
            }
            if let early { continuation.resume(returning: early) }
        }
    }

    /// Passes the answer to the caller; called once, when the request is no longer under way.
    func settle(_ answer: Answer) {
        let continuation = state.withLock { state in
            state.answer = answer
            return state.continuation
        }
        continuation?.resume(returning: answer)
    }
}
