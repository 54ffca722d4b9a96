import Synchronization

/// The queue between callers, on any thread, and the thread that drives libcurl.
final class RequestQueue: Sendable {
    private let maximumInFlight: Int
    private let maximumWaiting: Int
    private let state = Mutex(State())
    private let waking: Mutex<WakeUpHandle?> = Mutex(nil)

    private struct State {
        var waiting: [Exchange] = []
        var inFlightCount = 0
        /// Requests in flight whose callers have cancelled.
        var cancelled: [Exchange] = []
        /// Set when closing: requests in flight are given up at this moment.
        var closesAt: ContinuousClock.Instant?
        var isOver = false
    }

    /// The thread's next work.
    struct Turn {
        var starting: [Exchange] = []
        var cancelled: [Exchange] = []
        /// The earliest deadline of the waiting requests.
        var nextDeadline: ContinuousClock.Instant?
        var closesAt: ContinuousClock.Instant?
    }

    init(maximumInFlight: Int, maximumWaiting: Int) {
        self.maximumInFlight = maximumInFlight
        self.maximumWaiting = maximumWaiting
    }

    // MARK: On any thread

    func submit(_ exchange: Exchange) throws(CurlError) {
        let refusal: CurlError? = state.withLock { state in
            guard !state.isOver, state.closesAt == nil else { return .shutdown }
            guard state.waiting.count + state.inFlightCount < maximumInFlight + maximumWaiting
            else { return .tooManyWaiting }
            state.waiting.append(exchange)
            return nil
        }
        if let refusal { throw refusal }
        wakeUp()
    }

    /// Ends the exchange: at once if it waits, else as soon as its transfer has ended.
    func cancel(_ exchange: Exchange) {
        let wasWaiting = state.withLock { state in
            if let place = state.waiting.firstIndex(where: { $0 === exchange }) {
                state.waiting.remove(at: place)
                return true
            }
            if !state.isOver { state.cancelled.append(exchange) }
            return false
        }
        if wasWaiting {
            exchange.settle(.failure(.cancelled))
        } else {
            wakeUp()
        }
    }

    /// Refuses new requests, fails waiting ones, and gives up those in flight at `instant`.
    func close(at instant: ContinuousClock.Instant) {
        state.withLock { state in
            state.closesAt = min(state.closesAt ?? instant, instant)
        }
        wakeUp()
    }

    private func wakeUp() {
        waking.withLock { $0?.signal() }
    }

    // MARK: On the thread that drives libcurl

    /// Lets callers wake the thread from now on.
    func startWaking(_ multi: borrowing MultiHandle) {
        waking.withLock { $0 = WakeUpHandle(of: multi) }
    }

    /// Must be called while the multi handle still exists.
    func stopWaking() {
        waking.withLock { $0 = nil }
    }

    /// Takes as many requests as there is room for, and fails expired ones.
    func take(at now: ContinuousClock.Instant) -> Turn {
        var expired: [Exchange] = []
        var abandoned: [Exchange] = []
        let turn = state.withLock { state in
            if state.closesAt != nil { swap(&abandoned, &state.waiting) }
            expired = state.waiting.filter { $0.deadline <= now }
            state.waiting.removeAll { $0.deadline <= now }
            var turn = Turn(closesAt: state.closesAt)
            let room = maximumInFlight - state.inFlightCount
            turn.starting = Array(state.waiting.prefix(room))
            state.waiting.removeFirst(turn.starting.count)
            state.inFlightCount += turn.starting.count
            swap(&turn.cancelled, &state.cancelled)
            turn.nextDeadline = state.waiting.map(\.deadline).min()
            return turn
        }
        expired.forEach { $0.settle(.failure(.timedOut(connecting: true))) }
        abandoned.forEach { $0.settle(.failure(.shutdown)) }
        return turn
    }

    /// Frees the place of a request that is no longer in flight.
    func giveBack() {
        state.withLock { $0.inFlightCount -= 1 }
    }

    /// Fails the waiting requests: the thread has ended.
    func end() {
        let waiting = state.withLock { state in
            state.isOver = true
            state.cancelled = []
            defer { state.waiting = [] }
            return state.waiting
        }
        waiting.forEach { $0.settle(.failure(.shutdown)) }
    }
}
