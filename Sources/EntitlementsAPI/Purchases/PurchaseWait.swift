import Entitlements
import EntitlementsDatabase
import Reconciliation
import ServiceLifecycle

/// Waits for a purchase that somebody has just made, until it is known here: by a webhook, or by
/// reading the person back, whichever is first.
struct PurchaseWait: Sendable {
    /// The store's transaction to wait for, and for how long.
    struct Wish: Sendable {
        let transactionID: String
        let timeoutSeconds: Int32

        static let maximumTransactionBytes = 500
        static let timeoutRange: ClosedRange<Int32> = 1...30
        static let usualTimeoutSeconds: Int32 = 20
    }

    private enum Event {
        case known
        case over
        case read
    }

    /// For how long the person is left alone between readings: what RevenueCat itself had not heard
    /// of when the waiting began, it may have by then.
    static let pausesBetweenReadingsSeconds = [5, 10]

    let database: Database
    let transactions: AwaitedTransactions
    let reading: SharedReading
    /// Waits between readings; throws when it is cancelled.
    var pause: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

    /// False if it was not known in time, or the server stops.
    func isKnown(_ wish: Wish, of appUserID: AppUserID, in tenant: TenantID) async throws -> Bool {
        try await transactions.withNews(of: wish.transactionID, in: tenant) { news in
            if try await look(wish, tenant) { return true }
            return try await withThrowingTaskGroup(of: Event.self) { group in
                group.addTask {
                    for await _ in news.cancelOnGracefulShutdown() {
                        if try await look(wish, tenant) { return .known }
                    }
                    return .over
                }
                group.addTask {
                    try? await Task.sleep(for: .seconds(Int(wish.timeoutSeconds)))
                    return .over
                }
                group.addTask {
                    try await isKnown(wish, byReading: appUserID, of: tenant) ? .known : .read
                }
                defer { group.cancelAll() }
                for try await event in group {
                    switch event {
                    case .known: return true
                    case .over: return false
                    // RevenueCat may tell us yet.
                    case .read: continue
                    }
                }
                return false
            }
        }
    }

    /// False once it was read as often as it may be.
    private func isKnown(
        _ wish: Wish, byReading appUserID: AppUserID, of tenant: TenantID
    ) async throws -> Bool {
        for seconds in [0] + Self.pausesBetweenReadingsSeconds {
            try await pause(.seconds(seconds))
            // What hinders it is told by metrics; the webhook may come meanwhile.
            switch try? await reading.read(appUserID, of: tenant) {
            case .read: if try await look(wish, tenant) { return true }
            case .notConfigured: return false
            case .unknown, .hindered, nil: continue
            }
        }
        return false
    }

    private func look(_ wish: Wish, _ tenant: TenantID) async throws -> Bool {
        try await database.callOne(
            AwaitTransaction(
                transactionID: wish.transactionID, seconds: wish.timeoutSeconds), in: tenant
        ).isKnown
    }
}

extension PurchaseWait.Wish {
    /// Nil where the query asks for no transaction.
    init?(_ query: QueryParameters) throws(Failure) {
        let timeout = try query.integer(
            "timeout", in: Self.timeoutRange, default: Self.usualTimeoutSeconds)
        guard let transactionID = query["await_transaction"] else {
            guard query["timeout"] == nil else {
                throw query.problem("timeout", "It is for await_transaction only.")
            }
            return nil
        }
        guard (1...Self.maximumTransactionBytes).contains(transactionID.utf8.count) else {
            throw query.problem(
                "await_transaction",
                "Expected the store's id of a transaction, of at most "
                    + "\(Self.maximumTransactionBytes) bytes.")
        }
        guard query["as_of"] == nil else {
            throw query.problem("as_of", "What is awaited is about now.")
        }
        self.init(transactionID: transactionID, timeoutSeconds: timeout)
    }
}
