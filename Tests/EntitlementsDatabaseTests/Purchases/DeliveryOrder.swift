import EntitlementsDatabase
import Postgres
import TestSupport
import Testing

/// One delivery of a history, to its own app users: ids and chains carry the prefix.
struct HistoryDelivery {
    let tenant: TestTenant
    let seed: UInt64
    let prefix: String
    /// True for the first delivery of a history, which is in its original order.
    let isInOrder: Bool
    var generator: SeededGenerator
}

/// Delivers random histories in several orders, and compares the resulting states.
struct DeliveryOrder {
    let histories: Int
    /// The number of deliveries in another order, for each history.
    var permutations = 4
    /// Separates the seeds of tests.
    var salt: UInt64 = 0
    /// Columns of a purchase that may differ between deliveries.
    var ignoredColumns: [String] = []

    private static let workers = 8

    /// Expects one resulting state per history, without violations.
    func expectOneEnd(
        _ deliver: @escaping @Sendable (inout HistoryDelivery) async throws -> Void
    ) async throws {
        let seeds = (0..<histories).map { TestEffort.seed * 1_000_000 + salt + UInt64($0) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<Self.workers {
                group.addTask {
                    try await AdministrationConnection.withConnection(
                        to: try await TestCluster.superuserConnectionString()
                    ) { administrator in
                        for index in stride(from: worker, to: seeds.count, by: Self.workers) {
                            try await expectOneEnd(seeds[index], administrator, deliver)
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    /// Gives each history its own tenant, so that comparing deliveries takes constant time.
    private func expectOneEnd(
        _ seed: UInt64, _ administrator: AdministrationConnection,
        _ deliver: (inout HistoryDelivery) async throws -> Void
    ) async throws {
        let tenant = try await TestTenant.create(like: "digero")
        var digests: Set<String> = []
        for number in 0...permutations {
            var delivery = HistoryDelivery(
                tenant: tenant, seed: seed, prefix: "\(seed)-\(number)-", isInOrder: number == 0,
                generator: SeededGenerator(seed: seed &+ UInt64(number) &* 7_919))
            try await deliver(&delivery)
            digests.insert(try await digest(of: delivery, by: administrator))
        }
        #expect(digests.count == 1, "seed \(seed): \(digests.joined(separator: "\n"))")
        let violations = try await tenant.invariantViolations()
        #expect(violations == [], "seed \(seed)")
    }

    /// The folded state of one delivery, without row ids.
    private func digest(
        of delivery: HistoryDelivery, by administrator: AdministrationConnection
    ) async throws -> String {
        let ignored = (["purchase_id", "owner_uuid", "previous_owner_uuid"] + ignoredColumns)
            .joined(separator: ",")
        let (tenant, prefix) = (delivery.tenant.id, delivery.prefix)
        let rows = try await administrator.execute(
            """
            select replace(
                (select coalesce(jsonb_agg(to_jsonb(purchase) - '{\(ignored)}'::text[]
                                           order by chain_id), '[]')
                   from entitlements.purchases purchase
                  where tenant_id = '\(tenant)' and strpos(chain_id, '\(prefix)') > 0)::text
                || (select coalesce(jsonb_agg(ids order by ids), '[]')
                      from (select array_agg(app_user_id order by app_user_id) as ids
                              from entitlements.app_user_ids
                             where tenant_id = '\(tenant)' and strpos(app_user_id, '\(prefix)') > 0
                             group by app_user_uuid) as people)::text
                || (select count(*) from entitlements.webhook_events
                     where tenant_id = '\(tenant)' and starts_with(event_id, '\(prefix)')
                       and status <> 'applied')::text,
                '\(prefix)', '')
            """)
        return rows.first?.first.flatMap { $0 } ?? ""
    }
}
