import Entitlements
import EntitlementsDatabase
import Foundation
import Postgres
import TestSupport
import Testing

/// Snapshots and events overtake each other: whatever arrives in whatever order must end in one
/// state.
@Suite("Order of snapshots and events")
struct SnapshotOrderTests {
    private static let permutations =
        (Int(ProcessInfo.processInfo.environment["HEARTH_TEST_PERMUTATIONS"] ?? "") ?? 10_000) / 10
    private static let permutationsPerHistory = 4
    private static let seed = UInt64.random(in: 0...999_999)
    private static let received: Timestamp = "2029-01-01T00:00:00Z"

    @Test("histories with snapshots end in one state in any order, with repeats")
    func order() async throws {
        print("snapshot order test: seed \(Self.seed), \(Self.permutations) permutations")
        let workers = 4
        let histories = Self.permutations / Self.permutationsPerHistory
        let diverged = try await withThrowingTaskGroup(of: [UInt64].self) { group in
            for worker in 0..<workers {
                group.addTask {
                    try await Self.divergent(
                        stride(from: worker, to: histories, by: workers).map {
                            Self.seed * 1_000_000 + UInt64($0)
                        })
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(diverged == [], "these seeds of ReadHistory end in several states")
    }

    @Test("histories with snapshots that arrive all at once end in the state of their order")
    func race() async throws {
        let histories = max(10, Self.permutations / 20)
        print("snapshot race test: seed \(Self.seed), \(histories) histories")
        let diverged = try await Self.divergent(
            (0..<histories).map { Self.seed * 1_000_000 + 500_000 + UInt64($0) }, permutations: 1
        ) { tenant, evidence in
            try await withThrowingTaskGroup { group in
                for told in evidence {
                    group.addTask { try await Self.deliver(told, to: tenant) }
                }
                try await group.waitForAll()
            }
        }
        #expect(diverged == [], "these seeds of ReadHistory end in several states")
    }

    /// The seeds whose history ends in another state when it is shuffled than in its own order.
    private static func divergent(
        _ seeds: [UInt64], permutations: Int = permutationsPerHistory,
        deliver: (TestTenant, [ReadHistory.Evidence]) async throws -> Void = { tenant, evidence in
            for told in evidence { try await Self.deliver(told, to: tenant) }
        }
    ) async throws -> [UInt64] {
        let tenant = try await TestTenant.create(like: "digero")
        return try await AdministrationConnection.withConnection(
            to: try await TestCluster.connectionString()
        ) { administrator in
            var diverged: [UInt64] = []
            for seed in seeds {
                var generator = SeededGenerator(seed: seed)
                var digests: Set<String> = []
                for delivery in 0...permutations {
                    let prefix = "\(seed)-\(delivery)-"
                    let history = ReadHistory(seed: seed, prefix: prefix)
                    if delivery == 0 {
                        for told in history.evidence { try await Self.deliver(told, to: tenant) }
                    } else {
                        try await deliver(tenant, history.shuffled(using: &generator))
                    }
                    digests.insert(try await digest(of: prefix, in: tenant, by: administrator))
                }
                if digests.count > 1 { diverged.append(seed) }
            }
            #expect(try await tenant.invariantViolations() == [])
            return diverged
        }
    }

    private static func deliver(_ told: ReadHistory.Evidence, to tenant: TestTenant) async throws {
        switch told {
        case .event(let event): try await tenant.receive(event, receivedAt: received)
        case .snapshot(let snapshot): try await tenant.addOfRun(snapshot, receivedAt: received)
        }
    }

    /// Everything the fold decided about the people of one delivery, without the names of rows; and
    /// whatever is stored and would fold to something else.
    private static func digest(
        of prefix: String, in tenant: TestTenant, by administrator: AdministrationConnection
    ) async throws -> String {
        let rows = try await administrator.execute(
            """
            begin; set local hearth.tenant_id = '\(tenant.id)';
            select replace(
                (select coalesce(jsonb_agg(to_jsonb(purchase) - 'purchase_id' - 'owner_uuid'
                                           - 'previous_owner_uuid' - 'folded_evidence_id'
                                           order by chain_id), '[]')
                   from entitlements.purchases purchase
                  where tenant_id = '\(tenant.id)' and chain_id like '%\(prefix)%')::text
                || (select coalesce(jsonb_agg(ids order by ids), '[]')
                      from (select array_agg(app_user_id order by app_user_id) as ids
                              from entitlements.app_user_ids
                             where tenant_id = '\(tenant.id)' and app_user_id like '%\(prefix)%'
                             group by app_user_uuid) as people)::text
                || (select count(*) from entitlements.webhook_events
                     where tenant_id = '\(tenant.id)' and event_id like '\(prefix)%'
                       and status <> 'applied')::text
                || (select count(*)
                      from entitlements.purchases stored
                     cross join lateral api.with_owners(
                               api.folded_purchase(stored.purchase_id)) as folded
                     where stored.tenant_id = '\(tenant.id)'
                       and stored.chain_id like '%\(prefix)%'
                       and to_jsonb(stored) - 'chain_id'
                           is distinct from to_jsonb(folded) - 'chain_id')::text,
                '\(prefix)', '');
            commit
            """)
        return rows.first?.first.flatMap { $0 } ?? ""
    }
}
