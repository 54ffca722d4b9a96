package import Logging
import ServiceLifecycle
import Synchronization
import Threads

/// The database client: typed calls over connections that it opens, shares, replaces and closes.
///
/// Reads share a few connections, with many calls in flight on each. Writes have their own, one
/// call each, so that a slow write never delays a read. Slow reads, and what is rolled back, have
/// two of their own, if the configuration says so. A command's calls share one connection.
package final class PostgresClient: Service {
    let configuration: Configuration
    private let reads: ConnectionPool
    private let writes: ConnectionPool
    private let slowReads: ConnectionPool
    /// Nil if calls share one connection.
    private let pulse: Pulse?
    /// Nil if the configuration says so.
    let listener: NotificationListener?
    private let outages: OutageLog
    let threads = ThreadGroup()
    /// Yields after the first write, and after the first one on another timeline; for one reader.
    package let timelines: AsyncStream<Void>
    private let timelineSignal: AsyncStream<Void>.Continuation
    private let timeline = Mutex<UInt32?>(nil)
    private let statements = Mutex<[ObjectIdentifier: Statement]>([:])

    /// Calls wait until `run` has been started.
    package init(configuration: Configuration, logger: Logger) {
        self.configuration = configuration
        let silence = Duration.milliseconds(configuration.statementTimeoutMilliseconds + 1_000)
        (timelines, timelineSignal) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        outages = OutageLog(logger: logger, connections: configuration.connections)
        let isShared = configuration.sharesOneConnection
        pulse =
            isShared
            ? nil
            : Pulse(
                limits: .init(ping: .milliseconds(configuration.pingTimeoutMilliseconds)),
                target: configuration.target(isReadOnly: true), outages: outages, threads: threads)
        listener =
            isShared || !configuration.listens
            ? nil
            : try? NotificationListener(
                limits: .init(
                    proofMilliseconds: configuration.listenerProofMilliseconds,
                    hearingMilliseconds: configuration.listenerHearingMilliseconds),
                target: configuration.target(isReadOnly: false), outages: outages, threads: threads)
        reads = ConnectionPool(
            name: configuration.readPoolName,
            limits: .init(
                connections: isShared ? 0 : configuration.readConnections,
                callsInFlightPerConnection: configuration.readCallsInFlightPerConnection,
                callsPerTransaction: configuration.readCallsPerTransaction,
                waitingCalls: configuration.waitingCallsMaximum, silence: silence),
            target: configuration.target(isReadOnly: true), outages: outages, threads: threads)
        writes = ConnectionPool(
            name: "write",
            limits: .init(
                connections: isShared ? 0 : configuration.writeConnections,
                callsInFlightPerConnection: 1,
                waitingCalls: configuration.waitingCallsMaximum, silence: silence),
            target: configuration.target(isReadOnly: false), outages: outages, threads: threads)
        slowReads = ConnectionPool(
            name: isShared ? "shared" : "slow",
            limits: .init(
                connections: isShared ? 1 : configuration.slowConnections,
                callsInFlightPerConnection: 1,
                waitingCalls: configuration.waitingCallsMaximum, silence: silence),
            target: configuration.slowTarget, outages: outages, threads: threads)
    }

    private var pools: [ConnectionPool] { [reads, writes, slowReads] }

    /// Keeps the connections until shutdown.
    ///
    /// A graceful shutdown lets calls under way finish; cancellation does not. Both wait for the
    /// connections' threads, but no longer than a second for one that opens a connection to a
    /// server that does not answer.
    package func run() async throws {
        await withGracefulShutdownHandler {
            var isBusy = true
            while isBusy {
                guard (try? await Task.sleep(for: .milliseconds(20))) != nil else { break }
                isBusy = tick(at: .now)
            }
            pulse?.close()
            pools.forEach { $0.close() }
        } onGracefulShutdown: { [self] in
            pools.forEach { $0.stop() }
        }
        await threads.join(within: .seconds(1))
    }

    private func tick(at now: ContinuousClock.Instant) -> Bool {
        let silentSince = pools.compactMap(\.silentSince).min()
        let standing = pulse?.tick(at: now, silentSince: silentSince) ?? .answers
        // Always tick all: one pool's due connections must not wait for another pool to idle.
        return pools.map { $0.tick(at: now, standing: standing) }.contains(true)
    }

    /// Whether the task's reads may take long, as those of operators may.
    @TaskLocal package static var readsSlowly = false

    /// Since when a caller waits that first waited for the calls of others.
    ///
    /// While the database cannot be reached, the whole wait counts.
    @TaskLocal package static var waitingSince: ContinuousClock.Instant?

    /// Calls a function, in one transaction and one round trip.
    ///
    /// Repeats a transaction that lost a race or met rebuilt functions. After a lost connection,
    /// repeats a read, and a write that was never sent.
    package func call<Call: FunctionCall>(
        _ call: Call, in scope: Scope?
    ) async throws(PostgresError) -> [Call.Row] {
        let wait = Duration.milliseconds(configuration.connectionWaitMilliseconds)
        let now = ContinuousClock.now
        let deadlines = (usual: now + wait, duringOutage: (Self.waitingSince ?? now) + wait)
        var attempt = 1
        while true {
            do {
                return try await once(call, in: scope, until: deadlines)
            } catch {
                guard attempt < Self.maximumAttempts, Self.isWorthRepeating(error, Call.access)
                else {
                    if error.refuses(Call.access) { outages.refused(error) }
                    throw error
                }
            }
            await Self.pause(beforeAttempt: attempt)
            attempt += 1
        }
    }

    private func once<Call: FunctionCall>(
        _ call: Call, in scope: Scope?,
        until deadlines: (usual: ContinuousClock.Instant, duringOutage: ContinuousClock.Instant)
    ) async throws(PostgresError) -> [Call.Row] {
        let pending = try TypedPendingCall(
            call, by: statement(of: Call.self), in: scope, until: deadlines.usual,
            duringOutageUntil: deadlines.duringOutage)
        let pool = pool(for: call)
        pool.submit(pending)
        defer { written(at: pending.position) }
        guard Call.isCancellable else { return try await pending.answer().get() }
        let answer = await withTaskCancellationHandler {
            await pending.answer()
        } onCancel: {
            pool.cancel(pending)
        }
        if answer.failure == .server(sqlState: "57014"), Task.isCancelled { throw .cancelled }
        return try answer.get()
    }

    private func pool<Call: FunctionCall>(for call: Call) -> ConnectionPool {
        if configuration.sharesOneConnection { return slowReads }
        let isSlow = call.rollsBack || Call.access == .read && Self.readsSlowly
        if isSlow, configuration.slowConnections > 0 { return slowReads }
        return Call.access == .read ? reads : writes
    }

    private func written(at position: LogPosition?) {
        guard let position else { return }
        WrittenPosition.current?.note(position)
        let isNew = timeline.withLock { timeline in
            defer { timeline = position.timeline }
            return timeline != position.timeline
        }
        if isNew { timelineSignal.yield() }
    }

    /// Returns a call type's statement, derived once.
    private func statement<Call: FunctionCall>(of type: Call.Type) -> Statement {
        statements.withLock { statements in
            if let known = statements[ObjectIdentifier(type)] { return known }
            let derived = Statement(calling: type)
            statements[ObjectIdentifier(type)] = derived
            return derived
        }
    }

    private static func isWorthRepeating(_ error: PostgresError, _ access: FunctionAccess) -> Bool {
        switch error {
        case .connectionLost(let outcomeUnknown): access == .read || !outcomeUnknown
        default: error.isLostRace || error.isStaleStatement
        }
    }

    /// Waits a few random milliseconds, growing, so that racing calls do not meet again.
    private static func pause(beforeAttempt attempt: Int) async {
        try? await Task.sleep(for: .milliseconds(Int.random(in: 1...(5 << attempt))))
    }

    private static let maximumAttempts = 6
}

extension PostgresError {
    /// Whether the server answers and can carry out no call of this kind.
    fileprivate func refuses(_ access: FunctionAccess) -> Bool {
        isShortOfResources || isReadOnly && access == .write
    }
}

extension Result {
    fileprivate var failure: Failure? {
        guard case .failure(let failure) = self else { return nil }
        return failure
    }
}
