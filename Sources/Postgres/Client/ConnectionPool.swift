import CoreMetrics
import Logging
import Synchronization

/// A fixed number of connections for one kind of call, and the calls that wait for one.
///
/// A call goes to the first connection that makes progress, so that calls meet there and share
/// transactions; past one that is slow it goes to the next. When all are full it waits, first come
/// first served, until its deadline. A connection that ends is replaced, with a backoff that grows
/// while the server is away. Nothing here runs by itself: the client's `tick` is what opens and
/// expires.
final class ConnectionPool: Sendable {
    struct Limits: Sendable {
        let connections: Int
        let callsInFlightPerConnection: Int
        var callsPerTransaction = 1
        /// For how long a connection may end no call before others go past it: many times what a
        /// transaction of lookups takes.
        var slowness = Duration.milliseconds(2)
        let waitingCalls: Int
        let silence: Duration
    }

    private let limits: Limits
    private let connectionString: String
    private let options: [(name: String, value: String)]
    private let metrics: PoolMetrics
    private let logger: Logger
    private let state: Mutex<State>

    fileprivate struct State {
        var slots: [Slot]
        var waiting: [any PendingCall] = []
        var isStopping = false
    }

    fileprivate struct Slot {
        var connection: Connection?
        var isOpen = false
        var carried: [any PendingCall] = []
        /// When it last began to carry calls or finished one.
        var progressedAt = ContinuousClock.now
        var failures = 0
        var opensAt = ContinuousClock.now
    }

    init(
        name: String, limits: Limits, connectionString: String,
        options: [(name: String, value: String)], logger: Logger
    ) {
        self.limits = limits
        self.connectionString = connectionString
        self.options = options
        self.logger = logger
        metrics = PoolMetrics(pool: name)
        state = Mutex(State(slots: Array(repeating: Slot(), count: limits.connections)))
    }
}

// MARK: Calls

extension ConnectionPool {
    /// Takes a call to a connection, or into the queue.
    ///
    /// The call is told how it ends.
    func submit(_ call: any PendingCall) {
        var refusedBy: Connection?
        repeat {
            let connection: Connection? = state.withLock { state in
                if let refusedBy { state.close(refusedBy) }
                if state.isStopping {
                    call.fail(.shutdown)
                } else if let index = state.readiest(limits) {
                    state.slots[index].carry(call)
                    return state.slots[index].connection
                } else if state.waiting.count < limits.waitingCalls {
                    state.waiting.append(call)
                } else {
                    call.fail(state.openConnections == 0 ? .unreachable : .tooManyWaiting)
                }
                return nil
            }
            refusedBy = connection.flatMap { $0.submit(call) ? nil : $0 }
        } while refusedBy != nil
    }

    /// Ends a call early: one that waits is taken from the queue, one that a connection of its own
    /// carries is cancelled on the server, one among others is merely forgotten.
    func cancel(_ call: any PendingCall) {
        let running: Connection? = state.withLock { state in
            state.waiting.removeAll { $0 === call }
            guard limits.callsInFlightPerConnection == 1 else { return nil }
            return state.slots.first { $0.carried.contains { $0 === call } }?.connection
        }
        if let running {
            running.cancel(call)
        } else {
            call.fail(.cancelled)
        }
    }

    /// A connection is done with a call and can carry the next.
    private func finish(_ call: any PendingCall, on connection: Connection) {
        let next: [any PendingCall] = state.withLock { state in
            guard let index = state.index(of: connection) else { return [] }
            state.slots[index].finish(call)
            return state.load(index, upTo: limits.callsInFlightPerConnection)
        }
        carry(next, on: connection)
    }

    /// Hands over what a connection was chosen for; should it be over, another is.
    private func carry(_ calls: [any PendingCall], on connection: Connection) {
        for call in calls where !connection.submit(call) {
            state.withLock { $0.close(connection) }
            submit(call)
        }
    }
}

// MARK: Connections

extension ConnectionPool {
    /// Opens what is due, gives up what has waited too long.
    ///
    /// True while anything is left to do.
    func tick(at now: ContinuousClock.Instant) -> Bool {
        let (due, expired, isAway, isBusy) = state.withLock { state in
            let expired = state.waiting.filter { $0.deadline <= now }
            state.waiting.removeAll { $0.deadline <= now }
            let due = state.slots.indices.filter {
                !state.isStopping && state.slots[$0].connection == nil
                    && state.slots[$0].opensAt <= now
            }
            metrics.record(
                open: state.openConnections,
                inFlight: state.slots.reduce(0) { $0 + $1.carried.count },
                waiting: state.waiting.count)
            let isIdle = state.waiting.isEmpty && state.slots.allSatisfy(\.carried.isEmpty)
            let isAway = state.openConnections == 0
            return (due, expired, isAway, !(state.isStopping && isIdle))
        }
        expired.forEach { $0.fail(isAway ? .unreachable : .waitedTooLong) }
        due.forEach(open)
        return isBusy
    }

    var openConnections: Int { state.withLock(\.openConnections) }

    private func open(slot index: Int) {
        guard
            let connection = try? Connection(
                silenceLimit: limits.silence, callsPerTransaction: limits.callsPerTransaction)
        else { return }
        state.withLock { $0.slots[index].connection = connection }
        connection.start(
            connectionString: connectionString, options: options,
            onOpen: { [self] in opened(connection) },
            onFinish: { [self] in finish($0, on: connection) },
            onEnd: { [self] in ended(connection, $0) })
    }

    private func opened(_ connection: Connection) {
        let first: [any PendingCall] = state.withLock { state in
            guard let index = state.index(of: connection) else { return [] }
            state.slots[index].isOpen = true
            state.slots[index].failures = 0
            return state.load(index, upTo: limits.callsInFlightPerConnection)
        }
        carry(first, on: connection)
    }

    private func ended(_ connection: Connection, _ end: Connection.End) {
        let isUnexpected: Bool = state.withLock { state in
            guard let index = state.index(of: connection) else { return false }
            let failures = end.isFailedOpening ? state.slots[index].failures + 1 : 0
            state.slots[index] = Slot(
                failures: failures, opensAt: .now + Self.backoff(afterFailures: failures))
            return !state.isStopping
        }
        guard isUnexpected else { return }
        metrics.connectionsLost.increment()
        logger.warning("A database connection ended", metadata: ["end": "\(end)"])
    }

    /// Nothing after a connection that had been open, else doubling from 50 ms to 2 s, less a
    /// random part so that many servers do not return in step.
    private static func backoff(afterFailures failures: Int) -> Duration {
        guard failures > 0 else { return .zero }
        let milliseconds = min(2_000, 50 << min(failures - 1, 6))
        return .milliseconds(Int.random(in: milliseconds / 2...milliseconds))
    }

    /// Takes no more calls; those under way finish.
    func stop() {
        state.withLock { $0.isStopping = true }
    }

    /// Ends everything now.
    func close() {
        let (waiting, connections) = state.withLock { state in
            state.isStopping = true
            defer { state.waiting = [] }
            return (state.waiting, state.slots.compactMap(\.connection))
        }
        waiting.forEach { $0.fail(.shutdown) }
        connections.forEach { $0.close() }
    }
}

extension ConnectionPool.State {
    fileprivate var openConnections: Int { slots.count(where: \.isOpen) }

    /// The first open connection that can carry one more call and is not held up by a slow one;
    /// else of those that are, the one that carries the fewest.
    fileprivate func readiest(_ limits: ConnectionPool.Limits) -> Int? {
        let now = ContinuousClock.now
        var fewest: Int?
        for (index, slot) in slots.enumerated()
        where slot.isOpen && slot.carried.count < limits.callsInFlightPerConnection {
            if slot.carried.isEmpty || now - slot.progressedAt < limits.slowness {
                return index
            }
            if fewest.map({ slot.carried.count < slots[$0].carried.count }) ?? true {
                fewest = index
            }
        }
        return fewest
    }

    /// Moves the calls that have waited longest to an open connection, as many as it can carry.
    fileprivate mutating func load(
        _ index: Int, upTo callsInFlightPerConnection: Int
    ) -> [any PendingCall] {
        guard slots[index].isOpen else { return [] }
        let count = min(waiting.count, callsInFlightPerConnection - slots[index].carried.count)
        let first = Array(waiting.prefix(count))
        waiting.removeFirst(count)
        first.forEach { slots[index].carry($0) }
        return first
    }

    fileprivate func index(of connection: Connection) -> Int? {
        slots.firstIndex { $0.connection === connection }
    }

    /// Offers a connection that is over to nobody any more.
    fileprivate mutating func close(_ connection: Connection) {
        if let index = index(of: connection) { slots[index].isOpen = false }
    }
}

extension ConnectionPool.Slot {
    fileprivate mutating func carry(_ call: any PendingCall) {
        if carried.isEmpty { progressedAt = .now }
        carried.append(call)
    }

    fileprivate mutating func finish(_ call: any PendingCall) {
        // Calls end in the order in which they came, but for those that nobody waits for.
        if let index = carried.firstIndex(where: { $0 === call }) { carried.remove(at: index) }
        progressedAt = .now
    }
}
