import Entitlements
package import EntitlementsDatabase
import FoundationEssentials
import ServiceLifecycle
import Synchronization

/// The requests of this process that wait for a store's transaction, and the service that wakes
/// them.
///
/// The database notifies the service when a transaction becomes known.
package final class AwaitedTransactions: Service {
    /// The maximum number of waiting requests of the process, of a tenant and for an app user.
    package static let maximumWaiting = 4_096
    package static let maximumWaitingOfTenant = 1_024
    package static let maximumWaitingOfAppUser = 4

    /// The app user that a request waits for.
    struct AppUser: Hashable {
        let appUserID: AppUserID
        let tenant: TenantID
    }

    private struct State {
        var waiting: [String: [Int: AsyncStream<Void>.Continuation]] = [:]
        var count = 0
        var countOfTenant: [TenantID: Int] = [:]
        var countOfAppUser: [AppUser: Int] = [:]
        var nextNumber = 0
    }

    private let database: Database
    private let state = Mutex(State())

    package init(database: Database) {
        self.database = database
    }

    package func run() async throws {
        for await name in database.payloads(on: .transactions).cancelOnGracefulShutdown() {
            wake(name)
        }
    }

    /// Runs the body with a stream that yields each time the transaction may have become known.
    ///
    /// Notifications after the start of the body are not missed. Throws `overloaded` if the
    /// process, the tenant or the app user has the maximum number of waiting requests.
    func withNews<Answer: Sendable>(
        of transactionID: String, for appUser: AppUser,
        _ body: (AsyncStream<Void>) async throws -> Answer
    ) async throws -> Answer {
        let name = "\(appUser.tenant.uuidString.lowercased()) \(transactionID)"
        let (news, wakeUp) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let number = try enter(name, appUser, wakeUp)
        defer { leave(name, appUser, number) }
        return try await body(news)
    }

    private func enter(
        _ name: String, _ appUser: AppUser, _ wakeUp: AsyncStream<Void>.Continuation
    ) throws(Failure) -> Int {
        let number: Int? = state.withLock { state in
            guard state.count < Self.maximumWaiting,
                state.countOfTenant[appUser.tenant, default: 0] < Self.maximumWaitingOfTenant,
                state.countOfAppUser[appUser, default: 0] < Self.maximumWaitingOfAppUser
            else { return nil }
            state.count += 1
            state.countOfTenant[appUser.tenant, default: 0] += 1
            state.countOfAppUser[appUser, default: 0] += 1
            state.nextNumber += 1
            state.waiting[name, default: [:]][state.nextNumber] = wakeUp
            return state.nextNumber
        }
        guard let number else {
            throw Failure(
                .overloaded, "Too many requests are waiting for a transaction.",
                retryAfterSeconds: 1)
        }
        return number
    }

    private func leave(_ name: String, _ appUser: AppUser, _ number: Int) {
        state.withLock { state in
            state.count -= 1
            state.countOfTenant.decrement(appUser.tenant)
            state.countOfAppUser.decrement(appUser)
            state.waiting[name]?[number] = nil
            if state.waiting[name]?.isEmpty == true { state.waiting[name] = nil }
        }
    }

    /// Wakes the requests for this name; nil wakes all, because notifications may have been missed.
    private func wake(_ name: String?) {
        let wakeUps = state.withLock { state in
            let all = name.map { [state.waiting[$0] ?? [:]] } ?? Array(state.waiting.values)
            return all.flatMap(\.values)
        }
        for wakeUp in wakeUps { wakeUp.yield() }
    }
}

extension Dictionary where Value == Int {
    /// Subtracts one, and removes the key at zero.
    fileprivate mutating func decrement(_ key: Key) {
        self[key] = self[key].flatMap { $0 > 1 ? $0 - 1 : nil }
    }
}
