import FoundationEssentials
import Metrics
package import Postgres
package import ServiceLifecycle
import Synchronization

/// Where lookups are answered: by replicas that are near the primary, else by the primary.
///
/// A lookup with a position waits until a replica has it, for a second at most. It waits outside of
/// the database: all that wait share one question. Whether the replica has it is asked once more in
/// the lookup's own transaction, so an address behind which replicas change is right, too. What a
/// replica cannot answer, the primary does, at once: it has every position, but one of a later
/// history. A replica's connections are opened once the primary has said whose log it has: each
/// must have the same.
package final class Readers: Service {
    private let primary: PostgresClient
    private let replicas: [Replica]
    private let maximumLag: Duration
    private let log: PrimaryLog
    private let turns = Mutex(0)
    private let primaryPosition: PositionQuestion
    private let waits = PositionWaits()
    private let usable = Gauge(label: "hearth_replicas_usable")
    private let byPrimary = Counter(
        label: "hearth_lookup_calls_total", dimensions: [("answered_by", "primary")])
    private let byReplica = Counter(
        label: "hearth_lookup_calls_total", dimensions: [("answered_by", "replica")])

    /// `primary` is the database itself, which of a read-only server may be a standby; `log` is
    /// what replicas are compared with.
    package init(
        of primary: PostgresClient, replicas: [Replica] = [], following log: PrimaryLog? = nil,
        maximumLag: Duration = .seconds(1)
    ) {
        self.primary = primary
        primaryPosition = PositionQuestion(of: primary)
        self.replicas = replicas
        self.maximumLag = maximumLag
        self.log = log ?? PrimaryLog(span: maximumLag)
    }

    /// What must run: this and the replicas' connections; nothing without replicas.
    package var services: [any Service] {
        replicas.isEmpty
            ? []
            : replicas.map { ReplicaConnections(client: $0.client, primary: log) } + [self]
    }

    private static let pauseBetweenLooks = Duration.milliseconds(250)

    /// The longest wait for a position.
    private static let patience = Duration.seconds(1)

    /// Looks at the primary and at each replica, again and again; none waits for another.
    package func run() async throws {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.repeatedly { await self.lookAtPrimary() } }
            for replica in replicas {
                group.addTask { await self.repeatedly { await replica.look() } }
            }
        }
    }

    private func repeatedly(_ look: @Sendable @escaping () async -> Void) async {
        await cancelWhenGracefulShutdown {
            repeat {
                await look()
            } while (try? await Task.sleep(for: Self.pauseBetweenLooks)) != nil
        }
    }

    private func lookAtPrimary() async {
        let asked = ContinuousClock.now
        let row = try? await primary.call(GetLogPosition(), in: nil).first
        // Without an answer the last position counts: the replicas go on while the primary is away.
        if let row { log.add(row, at: asked) }
        let (meter, now) = (log.meter, ContinuousClock.now)
        for replica in replicas { replica.judge(at: now) }
        usable.record(
            replicas.count {
                $0.usableTimeline(by: meter, maximumLag: maximumLag, at: now) != nil
            })
    }
}

extension Readers {
    /// Calls a function that reads, on a database that has the position.
    ///
    /// Throws `positionNotReached` if even the primary does not have it in time.
    func rows<Call: TenantCall>(
        of call: Call, for tenant: TenantID, after position: LogPosition?
    ) async throws(PostgresError) -> [Call.Row] {
        if await isWritten(position), let replica = nextReplica(for: position),
            await hasReached(position, replica, tenant)
        {
            do {
                let rows = try await replica.client.call(
                    call, in: scope(of: tenant, at: position, isExact: true))
                byReplica.increment()
                return rows
            } catch  where error.isAnswer {
                throw error
            } catch {
                if error.isLossOfServer { replica.forget() }
            }
        }
        byPrimary.increment()
        return try await rowsOfPrimary(of: call, for: tenant, after: position)
    }

    /// Whether the primary's log has come as far as a position.
    ///
    /// A write may be newer than the last look at the primary, so then it is asked.
    private func isWritten(_ position: LogPosition?) async -> Bool {
        guard let position, let newest = log.meter.newest, position > newest else { return true }
        let asked = ContinuousClock.now
        guard !replicas.isEmpty, let row = await primaryPosition.ask() else { return false }
        log.add(row, at: asked)
        return log.meter.newest.map { position <= $0 } ?? false
    }

    private func hasReached(
        _ position: LogPosition?, _ replica: Replica, _ tenant: TenantID
    ) async -> Bool {
        guard let position, !replica.has(position) else { return true }
        return await waits.wait(for: tenant) {
            await replica.question.reaches(position, within: Self.patience)
        }
    }

    /// Calls a function on the primary, which may be the standby of a read-only server.
    private func rowsOfPrimary<Call: TenantCall>(
        of call: Call, for tenant: TenantID, after position: LogPosition?
    ) async throws(PostgresError) -> [Call.Row] {
        let scope = scope(of: tenant, at: position, isExact: false)
        do {
            return try await primary.call(call, in: scope)
        } catch .positionNotReached {
            let isReached = await waits.wait(for: tenant) {
                guard let position else { return false }
                return await primaryPosition.reaches(position, within: Self.patience)
            }
            guard isReached else { throw .positionNotReached }
            return try await primary.call(call, in: scope)
        }
    }

    private func scope(of tenant: TenantID, at position: LogPosition?, isExact: Bool) -> Scope {
        guard let position else {
            return Scope(entering: EnterTenant.function, value: tenant.uuidString)
        }
        return Scope(
            entering: EnterTenantAt.function, value: tenant.uuidString, at: position,
            isExact: isExact)
    }

    /// The replicas take turns.
    ///
    /// If the position is of another timeline than theirs, only the primary may have it.
    private func nextReplica(for position: LogPosition?) -> Replica? {
        guard !replicas.isEmpty else { return nil }
        let (meter, now) = (log.meter, ContinuousClock.now)
        let usable = replicas.filter { replica in
            let timeline = replica.usableTimeline(by: meter, maximumLag: maximumLag, at: now)
            return timeline != nil && (position == nil || timeline == position?.timeline)
        }
        guard !usable.isEmpty else { return nil }
        return turns.withLock { turn in
            turn = (turn + 1) % usable.count
            return usable[turn]
        }
    }
}

extension PostgresError {
    /// The function refused, or the call cannot be made anywhere.
    fileprivate var isAnswer: Bool {
        switch self {
        case .raised, .cancelled, .nulCharacter, .argumentsTooLarge, .shutdown: true
        // It took as long as a call may.
        case .server(sqlState: "57014"): true
        default: false
        }
    }

    fileprivate var isLossOfServer: Bool {
        switch self {
        case .connectionLost, .unreachable, .cannotConnect: true
        default: false
        }
    }
}

/// The connections to a replica, from when it is known what they must show.
private struct ReplicaConnections: Service {
    let client: PostgresClient
    let primary: PrimaryLog

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !primary.isKnown {
                guard (try? await Task.sleep(for: .milliseconds(20))) != nil else { return }
            }
        }
        try await client.run()
    }
}
