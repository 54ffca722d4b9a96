import Entitlements
package import EntitlementsDatabase
import FoundationEssentials
package import Logging
import ServiceLifecycle
import Synchronization

/// Tells readers of this process of new changes, and serves the newest of each tenant from memory.
///
/// Any number of readers of a tenant cost one read of the database for each batch of changes. A
/// waiting reader holds no connection of the database and no thread.
package final class ChangeFeed: Service {
    package static let defaultMaximumReaders = 2_000

    /// The newest changes of a tenant that are kept for its readers.
    static let maximumKeptChanges = 1_000
    static let maximumKeptBytes = 1_048_576
    static let maximumReadAtOnce: Int32 = 500

    /// The changes of one write to a stream.
    private static let maximumEvents: Int32 = 200

    /// How often each reader is woken without news, to find out whether its client is still there.
    static let heartbeatSeconds = 15

    /// The pause after the database did not answer.
    private static let retryMilliseconds = 200

    private static let maximumReadersOfAppUser = 4

    /// Who reads: a tenant's server, or an app user.
    struct Reader: Hashable {
        let tenant: TenantID
        let appUserID: AppUserID?
    }

    private struct State {
        var tenants: [TenantID: KeptChanges] = [:]
        var readersOfAppUser: [Reader: Int] = [:]
        var readers = 0
        var nextNumber = 0
        /// The tenants that may have new changes.
        var due: Set<TenantID> = []
    }

    private let database: Database
    private let maximumReaders: Int
    private let maximumReadersOfTenant: Int
    private let logger: Logger
    private let state = Mutex(State())
    private let work = WriteSignal()

    /// Limits open streams and waiting requests to `maximumReaders`, one tenant's to nine tenths.
    package init(
        database: Database, maximumReaders: Int = defaultMaximumReaders, logger: Logger
    ) {
        self.database = database
        self.maximumReaders = maximumReaders
        maximumReadersOfTenant = maximumReaders - maximumReaders / 10
        self.logger = logger
    }

    package func run() async throws {
        await cancelWhenGracefulShutdown {
            await withTaskGroup { group in
                group.addTask {
                    for await payload in self.database.payloads(on: .changes) {
                        self.forgetErased(payload)
                        self.note(payload)
                    }
                }
                group.addTask {
                    let pause = Duration.seconds(Self.heartbeatSeconds)
                    while (try? await Task.sleep(for: pause)) != nil { self.note(nil) }
                }
                group.addTask {
                    for await _ in self.work.signals { await self.readDue() }
                }
            }
        }
    }

    /// The tenant's changes of all environments after a number, at most `maximum`: from memory if
    /// they are there.
    func changes(
        of tenant: TenantID, after: Int64, maximum: Int32
    ) async throws -> [ListChanges.Row.Entry] {
        let (kept, generation) = state.withLock { state in
            let tenant = state.tenants[tenant]
            return (tenant?.changes(after: after, maximum: maximum), tenant?.generation)
        }
        if let kept { return kept }
        let rows = try await database.call(
            ListChanges(
                after: after, maximum: maximum,
                environments: Set(PurchaseEnvironment.allCases).names),
            in: tenant)
        let hasBegun = state.withLock { state in
            guard let last = rows.first?.lastNumber,
                state.tenants[tenant]?.begin(after: last, readIn: generation) == true
            else { return false }
            // A change after that read was noted before it began.
            state.due.insert(tenant)
            return true
        }
        if hasBegun { work.signal() }
        return rows.compactMap(\.entry)
    }

    /// The tenant's changes after a number, as events; nil if there are none.
    func events(
        of tenant: TenantID, after: Int64, in environments: Set<PurchaseEnvironment>
    ) async throws -> ChangeEvents? {
        let part = KeptChanges.Part(after: after, environments: environments)
        let (shared, generation) = state.withLock { state in
            (state.tenants[tenant]?.events[part], state.tenants[tenant]?.generation)
        }
        if let shared { return shared }
        let events = ChangeEvents(
            try await changes(of: tenant, after: after, maximum: Self.maximumEvents),
            after: after, in: environments)
        if let events {
            state.withLock {
                $0.tenants[tenant]?.share(events, of: part, readIn: generation)
            }
        }
        return events
    }

    /// Whether a reader of this process waits for changes or follows them.
    package var hasReaders: Bool { state.withLock { $0.readers > 0 } }

    /// Takes a place among the readers, until the place is released.
    ///
    /// Throws `overloaded` if the process, the tenant or the app user has the maximum number.
    func takePlace(for reader: Reader) throws(Failure) -> Place {
        let (news, wakeUp) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let number: Int? = state.withLock { state in
            guard state.readers < maximumReaders,
                state.tenants[reader.tenant]?.count ?? 0 < maximumReadersOfTenant,
                reader.appUserID == nil
                    || state.readersOfAppUser[reader, default: 0] < Self.maximumReadersOfAppUser
            else { return nil }
            state.readers += 1
            if reader.appUserID != nil { state.readersOfAppUser[reader, default: 0] += 1 }
            state.nextNumber += 1
            state.tenants[reader.tenant, default: KeptChanges()].wakeUps[state.nextNumber] = wakeUp
            return state.nextNumber
        }
        guard let number else {
            throw Failure(
                .overloaded, "Too many readers are waiting for changes.", retryAfterSeconds: 5)
        }
        return Place(feed: self, reader: reader, number: number, news: news, wakeUp: wakeUp)
    }

    fileprivate func leave(_ reader: Reader, _ number: Int) {
        state.withLock { state in
            state.readers -= 1
            if let count = state.readersOfAppUser[reader] {
                state.readersOfAppUser[reader] = count > 1 ? count - 1 : nil
            }
            state.tenants[reader.tenant]?.wakeUps[number] = nil
            if state.tenants[reader.tenant]?.count == 0 { state.tenants[reader.tenant] = nil }
        }
    }

    /// Forgets a tenant's changes, because an app user was erased: readers read them anew.
    func forgetChanges(of tenant: TenantID) {
        state.withLock { $0.tenants[tenant]?.forget() }
    }

    /// Forgets the changes of the tenant in which an app user was erased; nil means those of all
    /// tenants, because notifications may have been missed.
    private func forgetErased(_ payload: String?) {
        guard let payload else {
            return state.withLock { state in
                for tenant in state.tenants.keys { state.tenants[tenant]?.forget() }
            }
        }
        if let tenant = Database.erasureTenant(in: payload) { forgetChanges(of: tenant) }
    }

    /// Notes that a tenant has new changes; nil means that any may, because notifications may have
    /// been missed.
    private func note(_ payload: String?) {
        let isDue = state.withLock { state in
            if let payload {
                guard let tenant = UUID(uuidString: payload), state.tenants[tenant] != nil
                else { return false }
                state.due.insert(tenant)
            } else {
                state.due.formUnion(state.tenants.keys)
            }
            return !state.due.isEmpty
        }
        if isDue { work.signal() }
    }

    /// Reads the new changes of all tenants that are due, and wakes their readers.
    private func readDue() async {
        let due = state.withLock { state in
            defer { state.due = [] }
            return state.due
        }
        await withTaskGroup { group in
            for tenant in due { group.addTask { await self.readNew(of: tenant) } }
        }
    }

    private func readNew(of tenant: TenantID) async {
        do {
            var isWhole = false
            while !isWhole {
                let kept = state.withLock { $0.tenants[tenant] }
                // Before a reader has read, each reads for itself.
                guard let kept, let after = kept.lastNumber else { break }
                let new = try await database.call(
                    ListChanges(
                        after: after, maximum: Self.maximumReadAtOnce,
                        environments: Set(PurchaseEnvironment.allCases).names),
                    in: tenant
                ).compactMap(\.entry)
                let isLonger = state.withLock {
                    $0.tenants[tenant]?.append(new, after: after, readIn: kept.generation)
                        == true
                }
                isWhole = !isLonger || new.count < Self.maximumReadAtOnce
            }
        } catch let failure as Failure where failure.code.endsReading {
            state.withLock { $0.tenants[tenant]?.forget() }
        } catch {
            await logger.log("New changes could not be read", hinderedBy: error, in: database)
            try? await Task.sleep(for: .milliseconds(Self.retryMilliseconds))
            state.withLock { _ = $0.due.insert(tenant) }
            work.signal()
        }
        let wakeUps = state.withLock { $0.tenants[tenant].map { Array($0.wakeUps.values) } ?? [] }
        for wakeUp in wakeUps { wakeUp.yield() }
    }
}

extension ChangeFeed {
    /// A reader's place; released when it is dropped.
    final class Place: Sendable {
        /// Yields each time that the tenant may have new changes; for one task.
        ///
        /// Changes after the place was taken are not missed.
        let news: AsyncStream<Void>
        private let feed: ChangeFeed
        private let reader: Reader
        private let number: Int
        private let wakeUp: AsyncStream<Void>.Continuation

        fileprivate init(
            feed: ChangeFeed, reader: Reader, number: Int, news: AsyncStream<Void>,
            wakeUp: AsyncStream<Void>.Continuation
        ) {
            self.feed = feed
            self.reader = reader
            self.number = number
            self.news = news
            self.wakeUp = wakeUp
        }

        /// Ends the news, because the reader is gone.
        func endNews() { wakeUp.finish() }

        deinit { feed.leave(reader, number) }
    }
}
