package import Entitlements
package import EntitlementsDatabase
package import FoundationEssentials

extension TestTenant {
    /// Starts a run and returns its id.
    @discardableResult
    package func startRun(
        _ scope: String = "all", of appUserID: String? = nil, isDryRun: Bool = false,
        stopAtLostPercent: Int32 = StartRun.usualLostPercent, at moment: Timestamp? = nil
    ) async throws -> UUID {
        let row = try await database.callOne(
            StartRun(
                scope: scope, appUserID: appUserID.map { AppUserID($0) }, isDryRun: isDryRun,
                stopAtLostPercent: stopAtLostPercent, asOf: moment),
            in: id)
        let run = try JSONParser.parse(row.json)["run_id"]?.string
        guard let id = run.flatMap(UUID.init(uuidString:)) else { throw NoRun() }
        return id
    }

    /// Starts a run and lists its people, so that they can be claimed.
    package func startPreparedRun(
        _ scope: String = "all", stopAtLostPercent: Int32 = StartRun.usualLostPercent,
        at moment: Timestamp? = nil
    ) async throws -> UUID {
        let run = try await startRun(scope, stopAtLostPercent: stopAtLostPercent, at: moment)
        while try await listPeople(of: run, at: moment) == false {}
        return run
    }

    /// True once all people are listed; nil if the run is not in preparation.
    package func listPeople(
        of run: UUID, maximum: Int32 = 1_000, at moment: Timestamp? = nil
    ) async throws -> Bool? {
        try await database.call(
            ListRunAppUsers(runID: run, maximum: maximum, asOf: moment), in: id
        ).first?.isPrepared
    }

    package func claimPeople(
        of run: UUID, maximum: Int32 = 16, at moment: Timestamp? = nil
    ) async throws -> [ClaimRunAppUsers.Row] {
        try await database.call(
            ClaimRunAppUsers(runID: run, maximum: maximum, leaseSeconds: 45, asOf: moment), in: id)
    }

    /// The run, or nil if the tenant has no such run.
    package func run(_ run: UUID, at moment: Timestamp? = nil) async throws -> JSONValue? {
        try await database.call(GetRun(runID: run, asOf: moment), in: id).first.map {
            try JSONParser.parse($0.json)
        }
    }

    /// Cancels a run and returns it, or nil if the tenant has no such run.
    @discardableResult
    package func cancel(_ run: UUID, at moment: Timestamp? = nil) async throws -> JSONValue? {
        try await database.call(CancelRun(runID: run, asOf: moment), in: id).first.map {
            try JSONParser.parse($0.json)
        }
    }

    /// Adds app users `u_1`, `u_2` and so on without purchases, in the shared database.
    package func addPeople(_ count: Int, named prefix: String = "u_") async throws {
        try await TestDatabase.shared.administer(Self.adding(count, named: prefix, to: id))
    }

    fileprivate static func adding(
        _ count: Int, named prefix: String = "u_", to tenant: TenantID
    ) -> String {
        """
        with person as (
            insert into entitlements.app_users (tenant_id)
            select '\(tenant)' from generate_series(1, \(count))
            returning app_user_uuid)
        insert into entitlements.app_user_ids (tenant_id, app_user_id, app_user_uuid)
        select '\(tenant)', '\(prefix)' || row_number() over (), app_user_uuid from person
        """
    }

    private struct NoRun: Error {}
}

extension ScratchDatabase {
    /// Adds app users `u_1`, `u_2` and so on without purchases.
    package func addPeople(_ count: Int, to tenant: TestTenant) async throws {
        try await administer(TestTenant.adding(count, to: tenant.id))
    }
}
