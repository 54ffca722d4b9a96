import CoreMetrics
import Synchronization
import Threads

/// A fixed number of connections for one kind of call, and the queue of waiting calls.
///
/// A call goes to the first connection that makes progress, so that calls share transactions. If
/// that connection is slow, the call goes to the next. If all are full, or its tenant has half of
/// the pool, it waits in the queue until its deadline; the tenant with the fewest calls under way
/// is next. A lost connection is replaced, with a backoff while the server is unreachable. While
/// the server hangs, no call is sent. The pool has no thread: the client's `tick` opens connections
/// and expires calls.
final class ConnectionPool: Sendable {
    struct Limits: Sendable {
        let connections: Int
        let callsInFlightPerConnection: Int
        var callsPerTransaction = 1
        /// How long a connection may finish no call before calls go past it: many times a lookup
        /// transaction's duration.
        var slowness = Duration.milliseconds(2)
        let waitingCalls: Int
        let silence: Duration

        /// No tenant has more than half of the places on connections, nor of those to wait in.
        var callsOfOneOwner: Int { max(1, connections * callsInFlightPerConnection / 2) }
    }

    private let limits: Limits
    private let target: ConnectionTarget
    /// Nil for a pool without connections.
    private let metrics: PoolMetrics?
    private let outages: OutageLog
    private let threads: ThreadGroup
    private let state: Mutex<State>

    init(
        name: String, limits: Limits, target: ConnectionTarget, outages: OutageLog,
        threads: ThreadGroup
    ) {
        self.limits = limits
        self.target = target
        self.outages = outages
        self.threads = threads
        metrics = limits.connections > 0 ? PoolMetrics(pool: name) : nil
        state = Mutex(State(slots: Array(repeating: Slot(), count: limits.connections)))
    }
}

// MARK: Calls

extension ConnectionPool {
    /// Gives a call to a connection, or queues it.
    ///
    /// The call receives its outcome in any case.
    func submit(_ call: any PendingCall) {
        var refusedBy: Connection?
        repeat {
            let connection: Connection? = state.withLock { state in
                if let refusedBy { state.close(refusedBy) }
                if state.isStopping {
                    call.fail(.shutdown)
                } else if state.hasRoom(for: call.owner, limits),
                    let index = state.readiest(limits)
                {
                    state.slots[index].carry(call)
                    return state.slots[index].connection
                } else if state.mayWait(call.owner, limits) {
                    state.waiting.append(call)
                } else {
                    call.fail(state.isUnreachable ? .unreachable : .tooManyWaiting)
                }
                return nil
            }
            refusedBy = connection.flatMap { $0.submit(call) ? nil : $0 }
        } while refusedBy != nil
    }

    /// Ends a call early: removes it from the queue, cancels it on the server if its connection
    /// carries no other, or else drops its answer.
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

    /// Ends a call and gives the connection the next.
    private func finish(_ call: any PendingCall, on connection: Connection) {
        let next: [any PendingCall] = state.withLock { state in
            guard let index = state.index(of: connection) else { return [] }
            state.slots[index].finish(call)
            return state.load(index, limits)
        }
        carry(next, on: connection)
    }

    /// Sends calls over the chosen connection; if that has ended, submits them again.
    private func carry(_ calls: [any PendingCall], on connection: Connection) {
        for call in calls where !connection.submit(call) {
            state.withLock { $0.close(connection) }
            submit(call)
        }
    }
}

// MARK: Connections

extension ConnectionPool {
    /// Opens due connections and fails expired calls; while the server hangs, gives up the
    /// connections.
    ///
    /// Returns true while there is work left.
    func tick(
        at now: ContinuousClock.Instant, standing: Pulse.Standing = .answers
    ) -> Bool {
        follow(standing)
        let (due, expired, reachedAt, isBusy) = state.withLock { state in
            if standing != .answers || state.openConnections == 0 { state.reachedAt = now }
            let isUnreachable = state.isUnreachable
            let isExpired = { (call: any PendingCall) in
                call.deadline <= now || isUnreachable && call.outageDeadline <= now
            }
            let expired = state.waiting.filter(isExpired)
            state.waiting.removeAll(where: isExpired)
            let due = state.slots.indices.filter {
                !state.isStopping && state.slots[$0].connection == nil
                    && state.slots[$0].opensAt <= now
            }
            metrics?.record(
                open: state.openConnections,
                inFlight: state.slots.reduce(0) { $0 + $1.carried.count },
                waiting: state.waiting.count)
            let isIdle = state.waiting.isEmpty && state.slots.allSatisfy(\.carried.isEmpty)
            return (due, expired, state.reachedAt, !(state.isStopping && isIdle))
        }
        // A call that waited through an outage failed because of it, also if it has just ended.
        expired.forEach { $0.fail($0.startedAt < reachedAt ? .unreachable : .waitedTooLong) }
        due.forEach(open)
        return isBusy
    }

    /// Gives up all connections when the server begins to hang, and sends what waits once it
    /// answers again.
    private func follow(_ standing: Pulse.Standing) {
        let isHanging = standing == .hangs
        let connections: [Connection] = state.withLock { state in
            guard state.isSuspended != isHanging else { return [] }
            state.isSuspended = isHanging
            return state.slots.filter(\.isOpen).compactMap(\.connection)
        }
        for connection in connections {
            if isHanging { connection.giveUp() } else { load(connection) }
        }
    }

    private func load(_ connection: Connection) {
        let calls: [any PendingCall] = state.withLock { state in
            state.index(of: connection).map {
                state.load($0, limits)
            } ?? []
        }
        carry(calls, on: connection)
    }

    /// Since when the call that waits longest for an answer has been without one.
    var silentSince: ContinuousClock.Instant? {
        state.withLock { $0.slots.filter { !$0.carried.isEmpty }.map(\.progressedAt).min() }
    }

    var openConnections: Int { state.withLock(\.openConnections) }

    private func open(slot index: Int) {
        guard
            let connection = try? Connection(
                silenceLimit: limits.silence, callsPerTransaction: limits.callsPerTransaction,
                threads: threads)
        else { return }
        state.withLock { $0.slots[index].connection = connection }
        connection.start(
            to: target,
            onOpen: { [self] in opened(connection) },
            onFinish: { [self] in finish($0, on: connection) },
            onEnd: { [self] in ended(connection, $0) })
    }

    private func opened(_ connection: Connection) {
        let (first, isReplacement): ([any PendingCall], Bool) = state.withLock { state in
            guard let index = state.index(of: connection) else { return ([], false) }
            let isReplacement = state.slots[index].isReplacement
            if state.openConnections == 0 { state.reachedAt = .now }
            state.slots[index].isOpen = true
            state.slots[index].failures = 0
            return (state.load(index, limits), isReplacement)
        }
        outages.opened(isReplacement: isReplacement)
        carry(first, on: connection)
    }

    private func ended(_ connection: Connection, _ end: Connection.End) {
        let isUnexpected: Bool = state.withLock { state in
            guard let index = state.index(of: connection) else { return false }
            let failures = end.failureOfOpening == nil ? 0 : state.slots[index].failures + 1
            state.slots[index] = Slot(
                isReplacement: failures == 0 || state.slots[index].isReplacement,
                failures: failures, opensAt: .now + Self.backoff(afterFailures: failures))
            return !state.isStopping
        }
        guard isUnexpected else { return }
        metrics?.connectionsLost.increment()
        if let failure = end.failureOfOpening { outages.failed(failure) }
    }

    /// No wait if the connection had been open.
    ///
    /// Otherwise 50 ms, doubling to 2 s, and half of it random, so that servers do not reconnect at
    /// the same moment.
    private static func backoff(afterFailures failures: Int) -> Duration {
        guard failures > 0 else { return .zero }
        let milliseconds = min(2_000, 50 << min(failures - 1, 6))
        return .milliseconds(Int.random(in: milliseconds / 2...milliseconds))
    }

    /// Refuses new calls; calls under way finish.
    func stop() {
        state.withLock { $0.isStopping = true }
    }

    /// Fails waiting calls and closes all connections now.
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
