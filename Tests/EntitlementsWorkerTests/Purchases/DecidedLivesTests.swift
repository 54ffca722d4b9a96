import Entitlements
import EntitlementsDatabase
import RevenueCatSimulator
import TestSupport
import Testing

/// Lives full of what RevenueCat's documentation leaves open, told by webhooks alone.
///
/// Refunds of former periods, late and again; families that stop sharing; lifetime purchases with a
/// stray EXPIRATION; pauses that are taken back; Stripe's renewals while an invoice stays open. The
/// world knows what is true, and the events arrive repeatedly and in any order.
@Suite("Random lives of the decided rules", .soak)
struct DecidedLivesTests {
    private static let lives = TestEffort.share(of: 10_000)
    private static let livesOfTenant = 50

    @Test("each purchase stands as in the world, in any order of arrival")
    func truth() async throws {
        try await withThrowingTaskGroup { group in
            for first in stride(from: 0, to: Self.lives, by: Self.livesOfTenant) {
                group.addTask {
                    let last = min(first + Self.livesOfTenant, Self.lives)
                    try await Self.compare((first..<last).map { try DecidedLife(number: $0) })
                }
            }
            try await group.waitForAll()
        }
    }

    private static func compare(_ lives: [DecidedLife]) async throws {
        let tenant = try await TestTenant.create()
        var generator = TestEffort.generator(salt: UInt64(lives[0].number))
        let events = lives.flatMap(\.events).map(\.body)
        let arriving = (events + events.filter { _ in generator.next() % 4 == 0 })
            .shuffled(using: &generator)
        for start in stride(from: 0, to: arriving.count, by: 64) {
            let bodies = Array(arriving[start..<min(start + 64, arriving.count)])
            let rows = try await tenant.receive(bodies: bodies, receivedAt: DecidedLife.end)
            #expect(rows.compactMap(\.failure) == [])
        }
        let rows = try await TestDatabase.shared.administer(
            """
            select chain_id, status_until_end, status_after_end,
                   case when isfinite(access_ends_at) then
                       to_char(access_ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') end
              from entitlements.purchases where tenant_id = '\(tenant.id)'
            """)
        let stored = Dictionary(uniqueKeysWithValues: rows.map { ($0[0] ?? "", $0) })
        var compared = 0
        for life in lives {
            for (chain, truth) in life.standings {
                let row = try #require(stored[chain], "life \(life.number), \(chain)")
                let end = try row[3].map { try #require(Timestamp(rfc3339: $0)) }
                let isActive = end.map { $0 > life.present } ?? true
                let found = World.Standing(
                    isActive: isActive, status: (isActive ? row[1] : row[2]) ?? "",
                    until: isActive ? end : nil)
                #expect(found == truth, "life \(life.number), \(chain): \(life.told)")
                compared += 1
            }
        }
        #expect(compared == stored.count)
        #expect(try await tenant.invariantViolations() == [])
    }
}
