import Synchronization

/// Where callers of any thread leave their requests for the one that drives libcurl.
final class RequestQueue: Sendable {
    private let maximumInFlight: Int
    private let maximumWaiting: Int
    private let state = Mutex(State())
    private let waking: Mutex<WakeUpHandle?> = Mutex(nil)

    private struct State {
        var waiting: [Exchange] = []
        var inFlightCount = 0
        /// Those in flight whose callers have gone.
        var cancelled: [Exchange] = []
        /// Set when closing: what is in flight then is given up.
        var closesAt: ContinuousClock.Instant?
        var isOver = false
    }

    /// What there is to do for the thread.
    struct Turn {
        var starting: [Exchange] = []
        var cancelled: [Exchange] = []
        /// When somebody who still waits must be told.
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

    /// Ends the exchange: at once while it waits, and else as soon as its transfer is gone.
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

    /// Takes no more, gives up what waits, and at that instant what is in flight.
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

    /// From now on callers wake the thread out of its wait.
    func startWaking(_ multi: borrowing MultiHandle) {
        waking.withLock { $0 = WakeUpHandle(of: multi) }
    }

    /// To be called while the multi handle still lives.
    func stopWaking() {
        waking.withLock { $0 = nil }
    }

    /// Takes as many as there is room for, and tells those whose time is over.
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

    /// One that was taken is in flight no more.
    func giveBack() {
        state.withLock { $0.inFlightCount -= 1 }
    }

    /// Nobody will take any more.
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
