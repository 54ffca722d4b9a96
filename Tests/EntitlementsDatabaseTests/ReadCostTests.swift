import EntitlementsDatabase
import Postgres
import TestSupport
import Testing

/// Connections that read let Postgres choose between a plan for any values and one for these.
@Suite("Costs of a read")
struct ReadCostTests {
    /// An id that no table has, one whose answer must be derived, and the member of a household.
    private static let people = ["u_unknown", "u_stale", "u_member"]

    /// Reads that may be planned in each call, or that no request makes.
    private static let exempt: Set = [
        // Get slower by a plan for any values: decisions 0027 and 0135.
        "list_redemptions", "get_figures",
        // Of doctor and of upkeep, which look through all tenants.
        "examine_installation", "list_invariant_violations", "list_overdue_tables",
    ]

    @Test("reads reuse cached plans after a warm-up")
    func plans() async throws {
        try await ScratchDatabase.with { scratch in
            let tenant = try await Self.fill(scratch)
            try await AdministrationConnection.withConnection(
                to: scratch.superuserConnectionString
            ) { connection in
                let calls = try await Self.calls(on: connection)
                try await connection.enter(tenant)
                try await connection.execute("set plan_cache_mode = auto")
                // Each by itself: what other tests create makes a session plan everything again
                // now and then, and that is rare in the time of a few calls.
                for call in calls {
                    let planned = try await connection.plannedAnew(in: 8, warmUp: 8) { times in
                        for _ in 0..<times { try await connection.read(call) }
                    }
                    .filter { row in row.last??.hasPrefix("select from \(release).") != true }
                    #expect(planned.isEmpty, "\(call): \(planned)")
                }
            }
        }
    }

    private static func calls(on connection: AdministrationConnection) async throws -> [String] {
        try await EveryRead.all(on: connection)
            .filter { !exempt.contains($0.function) }
            .flatMap { read in
                try (read.isAboutAppUser ? people : ["u_42"]).map { person in
                    try read.call(EveryRead.values(for: person))
                }
            }
    }

    private static func fill(_ scratch: ScratchDatabase) async throws -> TestTenant {
        let tenant = try await TestTenant.create(like: "metered", in: scratch.database)
        _ = try await tenant.found("u_42", with: ["u_member"])
        try await tenant.receive(Self.bought(by: "u_42"))
        try await tenant.receive(Self.bought(by: "u_stale"))
        try await scratch.administer(
            """
            insert into entitlements.stale_answers (tenant_id, app_user_uuid)
            select tenant_id, app_user_uuid from entitlements.app_user_ids
             where app_user_id = 'u_stale'
            """)
        return tenant
    }

    private static func bought(by person: String) -> RevenueCatEvent {
        .initialPurchase(
            appUserID: person, product: "digero_premium_monthly",
            expiresAt: "2999-01-01T00:00:00Z")
    }
}

extension AdministrationConnection {
    /// Makes a call that reads; one of a name that no table has may be refused.
    fileprivate func read(_ call: String) throws {
        do {
            try execute("select from \(call)")
        } catch {
            guard error.description.contains("not_found") else { throw error }
        }
    }
}
