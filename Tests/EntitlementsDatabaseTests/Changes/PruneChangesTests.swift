import Entitlements
import EntitlementsDatabase
import TestSupport
import Testing

@Suite("prune_changes")
struct PruneChangesTests {
    @Test("changes are kept for the tenant's days, and a reader of deleted ones is told")
    func works() async throws {
        try await ScratchDatabase.with { scratch in
            let tenant = try await TestTenant.create(in: scratch.database) {
                $0.changesKeptDays = 2
            }
            let other = try await TestTenant.create(in: scratch.database)
            for one in [tenant, other] {
                for person in ["u_1", "u_2", "u_3"] { try await one.grant(to: person) }
                _ = try await one.changes()
            }
            try await scratch.administer(
                """
                update entitlements.change_entries
                   set numbered_at = now() - case when number <= 2 then interval '3 days'
                                                  else interval '0' end
                """)
            #expect(try await scratch.prune(maximum: 1) == 1)
            #expect(try await scratch.prune(maximum: 10) == 1)
            #expect(try await scratch.prune(maximum: 10) == 0)
            #expect(try await tenant.changes().map { $0["number"] } == [3])
            #expect(try await tenant.changes(after: 2).map { $0["number"] } == [3])
            await expectFailure(.changesGone) { _ = try await tenant.changes(after: 1) }
            #expect(try await other.changes(after: 0).count == 3)
        }
    }

    @Test("a log that is pruned whole goes on with the next number")
    func whole() async throws {
        try await ScratchDatabase.with { scratch in
            let tenant = try await TestTenant.create(in: scratch.database)
            try await tenant.grant(to: "u_1")
            _ = try await tenant.changes()
            try await scratch.administer(
                "update entitlements.change_entries set numbered_at = '2020-01-01'")
            #expect(try await scratch.prune(maximum: 10) == 1)
            try await tenant.grant(to: "u_2")
            #expect(try await tenant.changes(after: 1).map { $0["number"] } == [2])
        }
    }
}

extension ScratchDatabase {
    fileprivate func prune(maximum: Int) async throws -> Int64 {
        try await prune("changes", maximum: maximum)
    }
}
