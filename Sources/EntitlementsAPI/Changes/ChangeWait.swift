import Entitlements
import EntitlementsDatabase
import ServiceLifecycle

/// Reads changes, and waits for new ones if there are none.
struct ChangeWait: Sendable {
    /// A page of the change log.
    struct Page: Sendable {
        let changes: [ListChanges.Row.Entry]
        /// The number to read on from: no change of the reader lies between.
        let nextAfter: Int64
        let lastNumber: Int64
    }

    /// What a request asks for.
    struct Query: Sendable {
        let after: Int64?
        let limit: Int32
        let waitSeconds: Int32
        var environments: Set<PurchaseEnvironment> = [.production]
    }

    let database: Database
    let feed: ChangeFeed

    /// Returns the page, or an empty one if nothing came in time, the client leaves or the server
    /// stops.
    ///
    /// `presence` ends when the client leaves.
    func page(
        _ query: Query, for reader: ChangeFeed.Reader, while presence: AsyncStream<Void>? = nil
    ) async throws -> Page {
        let now = try await read(query, for: reader)
        guard now.page.changes.isEmpty, query.waitSeconds > 0 else { return now.page }
        let place = try feed.takePlace(for: reader)
        defer { withExtendedLifetime(place) {} }
        return try await withThrowingTaskGroup(of: Page?.self) { group in
            group.addTask { try await firstPage(query, for: reader, place.news) }
            group.addTask {
                try? await Task.sleep(for: .seconds(Int(query.waitSeconds)))
                return nil
            }
            if let presence {
                group.addTask {
                    for await _ in presence {}
                    return nil
                }
            }
            defer { group.cancelAll() }
            return try await group.next().flatMap(\.self) ?? now.page
        }
    }

    /// Returns the first page with a change; an empty one if the server stops.
    private func firstPage(
        _ query: Query, for reader: ChangeFeed.Reader, _ news: AsyncStream<Void>
    ) async throws -> Page {
        // A change may have come before the feed knew of this reader.
        var (page, ownIDs) = try await read(query, for: reader)
        guard page.changes.isEmpty else { return page }
        for await _ in news.cancelOnGracefulShutdown() {
            guard try await hasNews(after: page.nextAfter, ownIDs, reader) else { continue }
            let next = Query(
                after: page.nextAfter, limit: query.limit, waitSeconds: 0,
                environments: query.environments)
            (page, ownIDs) = try await read(next, for: reader)
            if !page.changes.isEmpty { break }
        }
        return page
    }

    /// Whether a change after the number may be the reader's.
    ///
    /// An app user's request does not read the database for changes of others.
    private func hasNews(
        after number: Int64, _ ownIDs: Set<AppUserID>, _ reader: ChangeFeed.Reader
    ) async throws -> Bool {
        guard reader.appUserID != nil else { return true }
        return try await feed.changes(
            of: reader.tenant, after: number, maximum: ChangeFeed.maximumReadAtOnce
        ).contains { ownIDs.contains($0.appUserID) }
    }

    private func read(
        _ query: Query, for reader: ChangeFeed.Reader
    ) async throws -> (page: Page, ownIDs: Set<AppUserID>) {
        let rows = try await database.call(
            ListChanges(
                after: query.after, maximum: query.limit, appUserID: reader.appUserID,
                environments: query.environments.names),
            in: reader.tenant)
        let changes = rows.compactMap(\.entry)
        let lastNumber = rows.first?.lastNumber ?? 0
        let isWhole = changes.count < Int(query.limit)
        let page = Page(
            changes: changes,
            nextAfter: isWhole ? lastNumber : changes.last?.number ?? lastNumber,
            lastNumber: lastNumber)
        return (page, Set(rows.first?.ownAppUserIDs ?? []))
    }
}

extension PurchaseEnvironment {
    /// Returns the environments of a feed, which commas separate.
    static func all(named text: String) throws(Failure) -> Set<PurchaseEnvironment> {
        var environments: Set<PurchaseEnvironment> = []
        for name in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let environment = PurchaseEnvironment(rawValue: String(name)) else {
                throw QueryParameters.failure(
                    "environments", "Expected production, sandbox, or both.")
            }
            environments.insert(environment)
        }
        return environments
    }
}
