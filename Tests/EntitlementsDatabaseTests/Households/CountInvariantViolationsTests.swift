import EntitlementsDatabase
import TestSupport
import Testing

@Suite("count_invariant_violations")
struct CountInvariantViolationsTests {
    @Test("violations of invariants are counted over all tenants")
    func works() async throws {
        try await ScratchDatabase.with { scratch in
            for _ in 0..<3 {
                let tenant = try await TestTenant.create(in: scratch.database)
                for number in 0..<2 { try await tenant.found("p_\(number)") }
            }
            #expect(try await scratch.count() == 0)
            try await scratch.administer(
                """
                update entitlements.households set dissolved_at = created_at
                 where household_id in (
                       select distinct on (tenant_id) household_id from entitlements.households
                        order by tenant_id, household_id
                        limit 2)
                """)
            #expect(try await scratch.count() == 2)
        }
    }
}

extension ScratchDatabase {
    fileprivate func count() async throws -> Int64 {
        try await database.callOne(CountInvariantViolations()).violations
    }
}
