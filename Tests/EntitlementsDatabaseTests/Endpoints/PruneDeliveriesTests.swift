import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("prune_deliveries")
struct PruneDeliveriesTests {
    @Test("a thousand delivered changes and seven days are kept, and what fails")
    func works() async throws {
        try await ScratchDatabase.with { scratch in
            let tenant = try await TestTenant.create(in: scratch.database)
            let endpoint = try await tenant.createEndpoint()
            let other = try await tenant.createEndpoint()
            try await scratch.administer(
                """
                insert into entitlements.deliveries
                select '\(tenant.id)', endpoint_id, number, 1, now(), now(), 5, 200, null,
                       case when number <= 2 then now() end
                  from entitlements.endpoints, generate_series(1, 1005) as number
                 where number <= 1005 and (endpoint_id = '\(endpoint)' or number <= 10);
                update entitlements.deliveries set last_attempt_at = now() - interval '8 days'
                 where endpoint_id = '\(other)' and number <= 5;
                """)
            #expect(try await scratch.prune(maximum: 4) == 4)
            #expect(try await scratch.prune(maximum: 10) == 2)
            #expect(try await scratch.prune(maximum: 10) == 0)
            #expect(
                try await tenant.deliveries(to: other).map { $0["number"] } == [
                    10, 9, 8, 7, 6, 2, 1,
                ])
            let kept = "select count(*), min(number) filter (where due_at is null)"
            let rows = try await scratch.administer(
                "\(kept) from entitlements.deliveries where endpoint_id = '\(endpoint)'")
            #expect(rows == [["1002", "6"]])
        }
    }
}

extension ScratchDatabase {
    fileprivate func prune(maximum: Int) async throws -> Int64 {
        try await prune("deliveries", maximum: maximum)
    }
}
