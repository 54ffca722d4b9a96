import Entitlements
import EntitlementsDatabase
import Foundation
import Postgres
import TestSupport
import Testing

/// RevenueCat promises no order and repeats itself: whatever arrives in whatever order must end in
/// one state.
@Suite("Order and duplicates")
struct OrderTests {
    /// Deliveries in another order, over all workers; each is compared with the delivery in order.
    private static let permutations =
        Int(ProcessInfo.processInfo.environment["HEARTH_TEST_PERMUTATIONS"] ?? "") ?? 10_000
    private static let permutationsPerHistory = 4
    private static let workers = 8
    private static let seed = UInt64.random(in: 0...999_999)

    @Test("histories with transfers end in one state in any order, with repeats")
    func order() async throws {
        print("order test: seed \(Self.seed), \(Self.permutations) permutations")
        let histories = Self.permutations / Self.permutationsPerHistory
        let diverged = try await withThrowingTaskGroup(of: [UInt64].self) { group in
            for worker in 0..<Self.workers {
                group.addTask {
                    try await Self.divergent(
                        stride(from: worker, to: histories, by: Self.workers).map {
                            Self.seed * 1_000_000 + UInt64($0)
                        })
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(diverged == [], "these seeds of PurchaseHistory end in several states")
    }

    @Test("histories that arrive all at once end in the state of their order")
    func race() async throws {
        let histories = max(10, Self.permutations / 100)
        print("race test: seed \(Self.seed), \(histories) histories")
        let diverged = try await Self.divergent(
            (0..<histories).map { Self.seed * 1_000_000 + 500_000 + UInt64($0) },
            permutations: 1
        ) { tenant, _, events in
            try await withThrowingTaskGroup { group in
                for event in events {
                    group.addTask {
                        _ = try await tenant.receive(event, receivedAt: "2029-01-01T00:00:00Z")
                    }
                }
                try await group.waitForAll()
            }
        }
        #expect(diverged == [], "these seeds of PurchaseHistory end in several states")
    }

    @Test("histories with a merge among them end in one state, whenever somebody is identified")
    func merges() async throws {
        let histories = max(10, Self.permutations / 20)
        print("merge order test: seed \(Self.seed), \(histories) histories")
        let diverged = try await Self.divergent(
            (0..<histories).map { Self.seed * 1_000_000 + 700_000 + UInt64($0) }, isMerging: true
        ) { tenant, history, events in
            let merging = try #require(history.merging)
            let position = Int.random(in: 0...events.count)
            for (index, event) in events.enumerated() {
                if index == position {
                    try await tenant.identify(merging.anonymous, as: merging.identified)
                }
                try await tenant.receive(event, receivedAt: "2029-01-01T00:00:00Z")
            }
            try await tenant.identify(merging.anonymous, as: merging.identified)
        }
        #expect(diverged == [], "these seeds of PurchaseHistory end in several states")
    }

    /// The seeds whose history ends in another state when it is shuffled than in its own order.
    private static func divergent(
        _ seeds: [UInt64], permutations: Int = permutationsPerHistory, isMerging: Bool = false,
        deliver: (TestTenant, PurchaseHistory, [RevenueCatEvent]) async throws -> Void = {
            tenant, _, events in
            for event in events {
                try await tenant.receive(event, receivedAt: "2029-01-01T00:00:00Z")
            }
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
                    let history = PurchaseHistory(
                        seed: seed, prefix: prefix, isMerging: isMerging)
                    if delivery == 0 {
                        for event in history.events {
                            try await tenant.receive(event, receivedAt: "2029-01-01T00:00:00Z")
                        }
                        if let merging = history.merging {
                            try await tenant.identify(merging.anonymous, as: merging.identified)
                        }
                    } else {
                        try await deliver(tenant, history, history.shuffled(using: &generator))
                    }
                    digests.insert(try await digest(of: prefix, in: tenant, by: administrator))
                }
                if digests.count > 1 { diverged.append(seed) }
            }
            #expect(try await tenant.invariantViolations() == [])
            return diverged
        }
    }

    /// Everything the fold decided about the people of one delivery, without the names of rows.
    private static func digest(
        of prefix: String, in tenant: TestTenant, by administrator: AdministrationConnection
    ) async throws -> String {
        let rows = try await administrator.execute(
            """
            select replace(
                (select coalesce(jsonb_agg(to_jsonb(purchase) - 'purchase_id'
                                           - 'owner_uuid' - 'previous_owner_uuid'
                                           order by chain_id), '[]')
                   from entitlements.purchases purchase
                  where tenant_id = '\(tenant.id)' and chain_id like '\(prefix)%')::text
                || (select coalesce(jsonb_agg(ids order by ids), '[]')
                      from (select array_agg(app_user_id order by app_user_id) as ids
                              from entitlements.app_user_ids
                             where tenant_id = '\(tenant.id)'
                               and (app_user_id like '\(prefix)%'
                                    or app_user_id like '$RCAnonymousID:\(prefix)%')
                             group by app_user_uuid) as people)::text
                || (select count(*) from entitlements.webhook_events
                     where tenant_id = '\(tenant.id)' and event_id like '\(prefix)%'
                       and status <> 'applied')::text,
                '\(prefix)', '')
            """)
        return rows.first?.first.flatMap { $0 } ?? ""
    }
}
