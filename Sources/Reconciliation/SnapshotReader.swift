package import Entitlements
package import EntitlementsDatabase
package import FoundationEssentials
package import Logging
import Metrics
package import RevenueCat
package import Traces

/// Takes a snapshot of one app user from RevenueCat, within the tenant's budget, and stores it.
package struct SnapshotReader: Sendable {
    package enum Outcome: Sendable {
        /// The drift, which is corrected unless this was a dry run.
        case read([Drift])
        /// RevenueCat has no customer of this id, or only a stranger; read at this moment, by our
        /// clock. It conflicts if a purchase gives access, and then confirms nothing.
        case unknown(readAt: Timestamp, isConflicting: Bool)
        case hindered(SnapshotFailure)
        /// The tenant has no key.
        case notConfigured
    }

    /// How to take the snapshot.
    package struct Options: Sendable {
        /// Whether a caller waits: it may use the reserve of the tenant's budget.
        package var isUrgent = false
        /// The longest wait for the tenant's budget.
        package var patience = Duration.zero
        /// Whether to store only the drift.
        package var isDryRun = false
        /// The run that asks.
        package var runID: UUID?

        package init() {}
    }

    let database: Database
    private let intake: SnapshotIntake
    let upstreams: Upstreams
    private let clock: RevenueCatClock
    private let traces: Traces
    private let logger: Logger

    package init(
        database: Database, upstreams: Upstreams, clock: RevenueCatClock, traces: Traces = .off,
        logger: Logger
    ) {
        self.database = database
        self.traces = traces
        intake = SnapshotIntake(database: database)
        self.upstreams = upstreams
        self.clock = clock
        self.logger = logger
    }

    /// Takes the requests out of the budget and reads.
    ///
    /// Throws if the database cannot be called.
    package func read(
        _ appUserID: AppUserID, of tenant: TenantID, _ options: Options = Options()
    ) async throws -> Outcome {
        try await outcome(of: tenant) { client in
            if let obstacle = try await pay(for: client, of: tenant, options) {
                return .hindered(obstacle)
            }
            return try await read(appUserID, of: tenant, options, from: client)
        }
    }

    /// Reads an app user whose requests `ClaimRunAppUsers` has taken out of the budget.
    package func readPaid(
        _ appUserID: AppUserID, of tenant: TenantID, _ options: Options = Options()
    ) async throws -> Outcome {
        try await outcome(of: tenant) { client in
            try await read(appUserID, of: tenant, options, from: client)
        }
    }

    /// Returns the requests that a snapshot costs; nil if the tenant has no key.
    package func requestsPerSnapshot(of tenant: TenantID) async throws -> Int? {
        try await upstreams.client(of: tenant)?.requestsPerSnapshot
    }
}

extension SnapshotReader {
    /// Turns failures into outcomes, counts them, and pauses the tenant if no request can succeed.
    private func outcome(
        of tenant: TenantID, _ body: (RevenueCatClient) async throws -> Outcome
    ) async throws -> Outcome {
        try await traces.withSpan("snapshot") {
            guard let outcome = try await attempt(of: tenant, body) else {
                // Another key was set during the attempt, and counts at once.
                return try await attempt(of: tenant, body) ?? .hindered(.keyUnusable)
            }
            return outcome
        }
    }

    /// Returns nil if the key is unusable and no longer the tenant's.
    private func attempt(
        of tenant: TenantID, _ body: (RevenueCatClient) async throws -> Outcome
    ) async throws -> Outcome? {
        let access = try await upstreams.access(of: tenant)
        let outcome = try await outcome(with: access, body)
        // A reading that was given up says nothing about RevenueCat.
        if case .hindered = outcome { try Task.checkCancellation() }
        if case .hindered(let obstacle) = outcome, let access, let pause = obstacle.pause {
            let paused = try await database.callOne(
                PauseUpstream(
                    seconds: Int32(pause.seconds), reason: pause.reason,
                    sealedKey: access.sealedKey),
                in: tenant)
            guard paused.isPaused else {
                upstreams.forget(access, of: tenant)
                return nil
            }
        }
        count(outcome)
        if case .hindered(let obstacle) = outcome, obstacle.isSetback {
            let slug = await database.slug(of: tenant)
            logger.warning(
                "A person could not be read from RevenueCat",
                metadata: ["tenant": "\(slug)", "reason": "\(obstacle.reason)"])
        }
        return outcome
    }

    private func outcome(
        with access: Upstreams.Access?, _ body: (RevenueCatClient) async throws -> Outcome
    ) async throws -> Outcome {
        guard let access else { return .notConfigured }
        guard let client = access.client else { return .hindered(.keyUnusable) }
        do {
            return try await body(client)
        } catch let failure as Failure where failure.code == .snapshotMalformed {
            return .hindered(.snapshotRefused)
        } catch let failure as Failure where failure.code == .projectNotRecognised {
            return .hindered(.projectNotRecognised)
        }
    }

    /// Takes the requests out of the budget; nil on success.
    private func pay(
        for client: RevenueCatClient, of tenant: TenantID, _ options: Options
    ) async throws -> SnapshotFailure? {
        let requests = Int32(client.requestsPerSnapshot)
        let deadline = clock.instant() + options.patience
        while true {
            let taken = try await database.call(
                TakeUpstreamRequests(
                    requests: requests, atLeast: requests, isUrgent: options.isUrgent),
                in: tenant
            ).first
            // No row: the key has just been removed.
            guard let taken else { return .keyUnusable }
            guard taken.granted < requests else { return nil }
            let milliseconds = Int(taken.retryAfterMilliseconds)
            let wait = Duration.milliseconds(milliseconds)
            guard clock.instant() + wait < deadline else {
                return taken.pause.map { .paused($0, retryAfterMilliseconds: milliseconds) }
                    ?? .budget(retryAfterMilliseconds: milliseconds)
            }
            try await clock.wait(wait)
        }
    }

    private func read(
        _ appUserID: AppUserID, of tenant: TenantID, _ options: Options,
        from client: RevenueCatClient
    ) async throws -> Outcome {
        let startedAt = clock.timeOfDay()
        let snapshot: Snapshot?
        do throws(RevenueCatError) {
            snapshot = try await client.snapshot(of: appUserID.rawValue)
        } catch {
            return .hindered(.upstream(error))
        }
        let reason = SnapshotIntake.Reason(
            tenant: tenant, runID: options.runID, isDryRun: options.isDryRun)
        if let snapshot, let drift = try await intake.add(snapshot, for: reason) {
            return .read(drift)
        }
        let row = try await database.callOne(
            ConfirmAppUser(
                appUserID: appUserID, isDryRun: options.isDryRun, runID: options.runID),
            in: tenant)
        return .unknown(readAt: startedAt, isConflicting: row.isConflicting)
    }

    private func count(_ outcome: Outcome) {
        let word =
            switch outcome {
            case .read: "read"
            case .unknown: "unknown"
            case .hindered(.upstream(.unreadable)): "unreadable"
            case .hindered(.paused): "paused"
            case .hindered(let obstacle): obstacle.reason
            case .notConfigured: "not_configured"
            }
        TraceSpan.recorded?.note("hearth.outcome", word)
        Counter(label: "hearth_upstream_reads_total", dimensions: [("outcome", word)]).increment()
        guard case .read(let drift) = outcome else { return }
        for difference in drift {
            Counter(label: "hearth_drift_total", dimensions: [("cause", difference.cause)])
                .increment()
        }
    }
}
