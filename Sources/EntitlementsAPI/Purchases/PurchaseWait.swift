import Entitlements
import EntitlementsDatabase
import Reconciliation
import ServiceLifecycle

/// Waits for a new purchase until a webhook or a snapshot contains it.
struct PurchaseWait: Sendable {
    /// The store's transaction to wait for, and the timeout.
    struct AwaitRequest: Sendable {
        let transactionID: String
        let timeoutSeconds: Int32

        static let usualTimeoutSeconds: Int32 = 20
    }

    private enum Event {
        case known
        case over
        case read
    }

    /// The pauses between reads.
    ///
    /// RevenueCat itself may learn of a purchase only after the wait began.
    static let pausesBetweenSnapshotsSeconds = [5, 10]

    /// The transaction to wait for, of any app user or only of `owner`.
    private struct Awaited {
        let awaitRequest: AwaitRequest
        let owner: AppUserID?
        let appUser: AwaitedTransactions.AppUser
    }

    let database: Database
    let transactions: AwaitedTransactions
    let snapshots: SubjectSnapshots
    /// Waits between reads; throws when it is cancelled.
    var pause: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

    /// Returns false if the transaction did not become known in time, the client leaves, or the
    /// server stops.
    ///
    /// `presence` ends when the client leaves. A tenant's server may wait for any app user's
    /// transaction; of an end user, only their own transactions count.
    func isKnown(
        _ awaitRequest: AwaitRequest, to subject: Subject,
        while presence: AsyncStream<Void>? = nil
    ) async throws -> Bool {
        let awaited = Awaited(
            awaitRequest: awaitRequest, owner: subject.endUser?.appUserID,
            appUser: AwaitedTransactions.AppUser(
                appUserID: subject.appUserID, tenant: subject.tenant))
        return try await transactions.withNews(
            of: awaitRequest.transactionID, for: awaited.appUser
        ) { news in
            if try await look(awaited) { return true }
            return try await withThrowingTaskGroup(of: Event.self) { group in
                group.addTask {
                    for await _ in news.cancelOnGracefulShutdown() {
                        if try await look(awaited) { return .known }
                    }
                    return .over
                }
                group.addTask {
                    try? await Task.sleep(for: .seconds(Int(awaitRequest.timeoutSeconds)))
                    return .over
                }
                if let presence {
                    group.addTask {
                        for await _ in presence {}
                        return .over
                    }
                }
                group.addTask {
                    try await isKnown(awaited, bySnapshotsOf: subject) ? .known : .read
                }
                defer { group.cancelAll() }
                for try await event in group {
                    switch event {
                    case .known: return true
                    case .over: return false
                    // A webhook may still arrive.
                    case .read: continue
                    }
                }
                return false
            }
        }
    }

    /// Returns false after the last allowed read.
    private func isKnown(
        _ awaited: Awaited, bySnapshotsOf subject: Subject
    ) async throws -> Bool {
        for seconds in [0] + Self.pausesBetweenSnapshotsSeconds {
            try await pause(.seconds(seconds))
            // Metrics count failed reads; a webhook may arrive meanwhile.
            switch try? await snapshots.read(subject) {
            case .read: if try await look(awaited) { return true }
            case .notConfigured: return false
            case .unknown, .hindered, nil: continue
            }
        }
        return false
    }

    private func look(_ awaited: Awaited) async throws -> Bool {
        try await database.callOne(
            AwaitTransaction(
                transactionID: awaited.awaitRequest.transactionID,
                seconds: awaited.awaitRequest.timeoutSeconds, appUserID: awaited.owner),
            in: awaited.appUser.tenant
        ).isKnown
    }
}

extension PurchaseWait.AwaitRequest {
    /// Nil if the request names no transaction.
    init?(_ asked: GetEntitlementsRequest) throws(Failure) {
        guard let transactionID = asked.awaitTransaction else {
            guard asked.timeout == nil else {
                throw QueryParameters.failure("timeout", "It works only with await_transaction.")
            }
            return nil
        }
        for (name, moment) in [("as_of", asked.asOf), ("known_at", asked.knownAt)]
        where moment != nil {
            throw QueryParameters.failure(name, "It cannot be combined with await_transaction.")
        }
        self.init(
            transactionID: transactionID,
            timeoutSeconds: asked.timeout ?? Self.usualTimeoutSeconds)
    }
}
