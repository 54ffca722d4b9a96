import FoundationEssentials
import Metrics
package import Postgres
package import ServiceLifecycle
import Synchronization

/// Where lookups are answered: by replicas that are near the primary, else by the primary.
///
/// A lookup with a position waits until a replica has it, for a second at most. Whether it has is
/// asked in the lookup's own transaction, so an address behind which replicas change is right, too.
/// What a replica cannot answer, the primary does.
package final class Readers: Service {
    private let primary: PostgresClient
    private let replicas: [Replica]
    private let maximumLag: Duration
    private let meter: Mutex<LagMeter>
    private let turns = Mutex(0)
    private let usable = Gauge(label: "hearth_replicas_usable")
    private let byPrimary = Counter(
        label: "hearth_lookup_calls_total", dimensions: [("answered_by", "primary")])
    private let byReplica = Counter(
        label: "hearth_lookup_calls_total", dimensions: [("answered_by", "replica")])

    /// `primary` is the database itself, which of a read-only server may be a standby.
    package init(
        of primary: PostgresClient, replicas: [Replica] = [], maximumLag: Duration = .seconds(1)
    ) {
        self.primary = primary
        self.replicas = replicas
        self.maximumLag = maximumLag
        meter = Mutex(LagMeter(span: maximumLag))
    }

    /// What must run: this and the replicas' connections; nothing without replicas.
    package var services: [any Service] {
        replicas.isEmpty ? [] : replicas.map(\.client) + [self]
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
        if let row, !row.isStandby, let position = row.logPosition.flatMap({ LogPosition($0) }) {
            meter.withLock { $0.add(position, at: asked) }
        }
        let (meter, now) = (meter.withLock(\.self), ContinuousClock.now)
        for replica in replicas { replica.record(by: meter, at: now) }
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
        if let replica = nextReplica(for: position) {
            do {
                let rows = try await rows(
                    of: call, for: tenant, after: position, isExact: true, on: replica.client)
                byReplica.increment()
                return rows
            } catch  where error.isAnswer {
                throw error
            } catch {
                if error.isLossOfServer { replica.forget() }
            }
        }
        byPrimary.increment()
        return try await rows(
            of: call, for: tenant, after: position, isExact: false, on: primary)
    }

    /// The replicas take turns.
    ///
    /// If the position is of another timeline than theirs, only the primary may have it.
    private func nextReplica(for position: LogPosition?) -> Replica? {
        guard !replicas.isEmpty else { return nil }
        let (meter, now) = (meter.withLock(\.self), ContinuousClock.now)
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

    /// Repeats the call while the position is not reached, with growing pauses.
    private func rows<Call: TenantCall>(
        of call: Call, for tenant: TenantID, after position: LogPosition?, isExact: Bool,
        on client: PostgresClient
    ) async throws(PostgresError) -> [Call.Row] {
        guard let position else {
            return try await client.call(
                call, in: Scope(entering: EnterTenant.function, value: tenant.uuidString))
        }
        let scope = Scope(
            entering: EnterTenantAt.function, value: tenant.uuidString, at: position,
            isExact: isExact)
        let end = ContinuousClock.now + Self.patience
        var pause = Duration.milliseconds(1)
        while true {
            do {
                return try await client.call(call, in: scope)
            } catch .positionNotReached {
                guard ContinuousClock.now + pause < end,
                    (try? await Task.sleep(for: pause)) != nil
                else { throw .positionNotReached }
                pause = min(pause * 2, .milliseconds(50))
            }
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
