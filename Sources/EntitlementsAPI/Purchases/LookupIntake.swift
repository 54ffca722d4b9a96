import Entitlements
import EntitlementsDatabase

/// Batches lookups about now: those of a tenant that arrive during a call go together into the
/// next.
struct LookupIntake: Sendable {
    private let database: Database
    private let gatherer: Gatherer<TenantID, AppUserID, Answer>

    /// As many lookups may wait for one tenant as calls may wait for a connection.
    init(database: Database) {
        self.database = database
        var limits = Gatherer<TenantID, AppUserID, Answer>.Limits(
            itemsPerCall: GetEntitlementsSet.maximumAppUsers)
        limits.waitingItemsPerKey = 4_096
        gatherer = Gatherer(limits: limits) { try await Self.answers(of: $1, in: $0, database) }
    }

    /// Returns what an app user may do now, in production.
    ///
    /// A lookup that must see what was written goes alone: it may wait, and others need not.
    func answer(about appUserID: AppUserID, in tenant: TenantID) async throws -> Answer {
        guard !LookupReads.isAfterWrite else {
            return try await database.callOne(
                GetEntitlementsSet(appUserIDs: [appUserID]), in: tenant)
        }
        return try await gatherer.submit(appUserID, for: tenant)
    }

    /// Looks a set up; if it exceeds the statement timeout, each app user alone.
    private static func answers(
        of appUserIDs: [AppUserID], in tenant: TenantID, _ database: Database
    ) async throws -> [Answer] {
        if appUserIDs.count > 1,
            let answers = try await database.callInTime(
                GetEntitlementsSet(appUserIDs: appUserIDs), in: tenant)
        {
            return answers
        }
        var answers: [Answer] = []
        for appUserID in appUserIDs {
            answers += try await database.call(
                GetEntitlementsSet(appUserIDs: [appUserID]), in: tenant)
        }
        return answers
    }
}
