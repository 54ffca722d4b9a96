import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import RevenueCatSimulator
import TenantFiles
import TestSupport
import Testing

/// Random lives in one tenant: RevenueCat's events, and what only Hearth knows of.
///
/// Hearth adds grants of entitlements and of products, with and without an end, some of them
/// revoked, and households that share. The tenant sells plans of Play, one-time purchases and a
/// pass, and one of its entitlements implies another.
struct SubscriberLives: Sendable {
    let start: Timestamp
    var end: Timestamp { start.advanced(byDays: 120) }

    let tenant: TestTenant
    private(set) var ids: [String]
    private let lives: [RandomLife]
    private let definition: TenantDefinition
    private let seed: UInt64
    private var dice: SeededGenerator

    init(_ count: Int, from start: Timestamp, seed: UInt64) async throws {
        self.start = start
        let definition = try TenantFile.parse(yaml: Self.yaml)
        tenant = try await TestTenant.create {
            let slug = $0.slug
            $0 = definition
            $0.slug = slug
        }
        lives = RandomLife.population(
            count, seed: seed, catalog: World.Catalog(definition), from: start,
            until: start.advanced(byDays: 120))
        ids = lives.flatMap(\.appUserIDs)
        self.definition = definition
        self.seed = seed
        dice = SeededGenerator(seed: seed)
    }

    private static let yaml = """
        tenant: lives
        name: Lives
        free_plan: free
        sandbox: accept
        webhooks: { authentication: [authorization] }
        entitlements:
          plus: { rank: 1, shared: true }
          pro: { rank: 2, implies: [plus], shared: true }
          extra: { rank: 3 }
        products:
          plus_monthly: { kind: subscription, duration: P1M, entitlements: [plus] }
          "pro:monthly": { kind: subscription, duration: P1M, entitlements: [pro] }
          "pro:annual":
            { kind: subscription, duration: P1Y, trial: P7D, entitlements: [pro, extra] }
          plus_lifetime: { kind: non_consumable, entitlements: [plus, extra] }
          pro_pass: { kind: one_time, duration: P2W, entitlements: [pro] }
          coins: { kind: consumable, entitlements: [] }
        households: { max_members: 6, shares_from: any_member, shares_grants: true }
        """
}

extension SubscriberLives {
    private mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: elements.indices, using: &dice)]
    }

    mutating func randomMoment() -> Timestamp {
        start.advanced(bySeconds: Int64.random(in: 0...(150 * 86_400), using: &dice))
    }

    /// Delivers all events, and lets Hearth act.
    mutating func live() async throws {
        var world = World(
            catalog: World.Catalog(definition), settings: World.Settings(), seed: seed,
            startingAt: start)
        try world.play(RandomLife.acts(of: lives))
        world.advance(to: end)
        let bodies = world.takeEvents().map(\.body)
        for first in stride(from: 0, to: bodies.count, by: 64) {
            let set = Array(bodies[first..<min(first + 64, bodies.count)])
            for row in try await tenant.receive(bodies: set, receivedAt: end) {
                #expect(row.failure == nil)
            }
        }
        for life in lives {
            for _ in 0..<Int.random(in: 0...2, using: &dice) { try await give(to: life) }
            let identified = life.appUserIDs.filter { !$0.hasPrefix(AppUserID.anonymousPrefix) }
            guard Bool.random(using: &dice) else { continue }
            try await tenant.found(
                identified[0], with: [identified[1]],
                at: start.advanced(byDays: Int64.random(in: 1...90, using: &dice)))
        }
    }

    private mutating func give(to life: RandomLife) async throws {
        let id = pick(life.appUserIDs)
        let moment = randomMoment()
        let product: String? = pick([nil, nil, "plus_lifetime", "pro_pass", "plus_monthly"])
        let days: Int64? = pick([nil, 5, 40])
        let extends = Bool.random(using: &dice)
        let entitlement = product == nil ? pick(["plus", "pro", "extra"]) : nil
        let grant = try? await tenant.grant(entitlement, to: id, at: moment) {
            $0.productID = product
            $0.expiresAt = extends ? nil : days.map { moment.advanced(byDays: $0) }
            $0.duration = extends ? "P2W" : nil
            $0.extends = extends
        }
        // Access that never ends is not extended.
        guard let grant, Bool.random(using: &dice) else { return }
        try await tenant.revoke(
            grant: grant.grantID, of: id,
            at: moment.advanced(bySeconds: Int64.random(in: 1...(20 * 86_400), using: &dice)))
    }
}
