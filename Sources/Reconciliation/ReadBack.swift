import Entitlements
package import EntitlementsDatabase
package import FoundationEssentials
package import Logging
import Metrics
package import RevenueCat

/// Reads one person back from RevenueCat: inside what the tenant may ask, and into what we believe.
package struct ReadBack: Sendable {
    /// What came of it.
    package enum Outcome: Sendable {
        /// What differed from what we believed, and is put right now.
        case read([Drift])
        /// RevenueCat knows nobody of this id, or a stranger: there is nothing to differ from.
        case unknown
        case hindered(Obstacle)
        /// The tenant has no key: nobody of it is read back.
        case notConfigured
    }

    /// How somebody is read.
    package struct Manner: Sendable {
        /// Somebody waits for it: it may take what others leave of the tenant's requests.
        package var isUrgent = false
        /// How long to wait for requests that the tenant may make soon.
        package var patience = Duration.zero
        /// The differences are kept, and nothing else is.
        package var isDryRun = false
        /// The run that asks.
        package var runID: UUID?

        package init() {}
    }

    let database: Database
    private let intake: SnapshotIntake
    let upstreams: Upstreams
    private let clock: RevenueCatClock
    private let logger: Logger

    package init(
        database: Database, upstreams: Upstreams, clock: RevenueCatClock, logger: Logger
    ) {
        self.database = database
        intake = SnapshotIntake(database: database)
        self.upstreams = upstreams
        self.clock = clock
        self.logger = logger
    }

    /// Pays for the requests and reads.
    ///
    /// Throws where the database could not be called.
    package func read(
        _ appUserID: String, of tenant: TenantID, _ manner: Manner = Manner()
    ) async throws -> Outcome {
        try await outcome(of: tenant) { client in
            if let obstacle = try await pay(for: client, of: tenant, manner) {
                return .hindered(obstacle)
            }
            return try await read(appUserID, of: tenant, manner, from: client)
        }
    }

    /// Reads what was paid for: with `TakeUpstreamRequests`, for many at once.
    package func readPaid(
        _ appUserID: String, of tenant: TenantID, _ manner: Manner = Manner()
    ) async throws -> Outcome {
        try await outcome(of: tenant) { client in
            try await read(appUserID, of: tenant, manner, from: client)
        }
    }

    /// What reading one person of a tenant costs; nil where it has no key.
    package func requestsPerReading(of tenant: TenantID) async throws -> Int? {
        try await upstreams.client(of: tenant)?.requestsPerSnapshot
    }
}

extension ReadBack {
    /// Tells everybody who asks for this tenant of what hinders all of them.
    private func outcome(
        of tenant: TenantID, _ body: (RevenueCatClient) async throws -> Outcome
    ) async throws -> Outcome {
        let outcome: Outcome
        do {
            let client = try await upstreams.client(of: tenant)
            outcome = if let client { try await body(client) } else { .notConfigured }
        } catch let failure as Failure where failure.code == .internal {
            outcome = .hindered(.keyUnusable)
        } catch let failure as Failure where failure.code == .snapshotMalformed {
            outcome = .hindered(.snapshotRefused)
        } catch let failure as Failure where failure.code == .projectNotRecognised {
            outcome = .hindered(.projectNotRecognised)
        }
        count(outcome)
        guard case .hindered(let obstacle) = outcome else { return outcome }
        if let seconds = obstacle.pauseSeconds {
            _ = try await database.callOne(
                PauseUpstream(seconds: Int32(seconds), isKeyRefused: obstacle.isKeyRefused),
                in: tenant)
        }
        if obstacle.isSetback {
            logger.warning(
                "A person could not be read from RevenueCat",
                metadata: ["tenant_id": "\(tenant)", "reason": "\(obstacle.reason)"])
        }
        return outcome
    }

    /// Nil when it is paid.
    private func pay(
        for client: RevenueCatClient, of tenant: TenantID, _ manner: Manner
    ) async throws -> Obstacle? {
        let requests = Int32(client.requestsPerSnapshot)
        let deadline = clock.instant() + manner.patience
        while true {
            let taken = try await database.call(
                TakeUpstreamRequests(
                    requests: requests, atLeast: requests, isUrgent: manner.isUrgent),
                in: tenant
            ).first
            // Without a row the key was taken away just now.
            guard let taken else { return .keyUnusable }
            guard taken.granted < requests else { return nil }
            let wait = Duration.milliseconds(Int(taken.retryAfterMilliseconds))
            guard clock.instant() + wait < deadline else {
                return .budget(retryAfterMilliseconds: Int(taken.retryAfterMilliseconds))
            }
            try await clock.wait(wait)
        }
    }

    private func read(
        _ appUserID: String, of tenant: TenantID, _ manner: Manner, from client: RevenueCatClient
    ) async throws -> Outcome {
        let snapshot: Snapshot?
        do throws(RevenueCatError) {
            snapshot = try await client.snapshot(of: appUserID)
        } catch {
            return .hindered(.upstream(error))
        }
        let reason = SnapshotIntake.Reason(
            tenant: tenant, runID: manner.runID, isDryRun: manner.isDryRun)
        if let snapshot, let drift = try await intake.add(snapshot, for: reason) {
            return .read(drift)
        }
        _ = try await database.callOne(
            ConfirmAppUser(
                appUserID: appUserID, isDryRun: manner.isDryRun, runID: manner.runID),
            in: tenant)
        return .unknown
    }

    private func count(_ outcome: Outcome) {
        let word =
            switch outcome {
            case .read: "read"
            case .unknown: "unknown"
            case .hindered(.upstream(.unreadable)): "unreadable"
            case .hindered(let obstacle): obstacle.reason
            case .notConfigured: "not_configured"
            }
        Counter(label: "hearth_upstream_reads_total", dimensions: [("outcome", word)]).increment()
        guard case .read(let drift) = outcome else { return }
        for difference in drift {
            Counter(label: "hearth_drift_total", dimensions: [("cause", difference.cause)])
                .increment()
        }
    }
}
