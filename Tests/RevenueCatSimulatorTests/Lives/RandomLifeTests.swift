import Entitlements
import RevenueCat
import RevenueCatSimulator
import TestSupport
import Testing

@Suite("Random lives")
struct RandomLifeTests {
    private static let end = World.start.advanced(byDays: 365)

    /// A world of many lives after a year, with its events.
    private static func livedWorld(
        seed: UInt64, count: Int = 40
    ) throws -> (world: World, events: [SimulatedEvent], lives: [RandomLife]) {
        let lives = RandomLife.population(count, seed: seed, from: World.start, until: end)
        var world = World.empty(seed: seed)
        try world.play(RandomLife.acts(of: lives))
        world.advance(to: end)
        return (world, world.takeEvents(), lives)
    }

    @Test(
        "the same seed gives the same bytes, another gives others",
        arguments: [1, 2, 3] as [UInt64])
    func sameSeedSameBytes(seed: UInt64) throws {
        var first = try Self.livedWorld(seed: seed, count: 10)
        var second = try Self.livedWorld(seed: seed, count: 10)
        #expect(first.events.map(\.body) == second.events.map(\.body))
        #expect(first.events != (try Self.livedWorld(seed: seed + 10, count: 10)).events)
        for id in first.world.appUserIDs {
            let bodies = (try first.world.subscriber(id).body, try second.world.subscriber(id).body)
            #expect(bodies.0 == bodies.1)
        }
    }

    @Test("a life does not depend on the other lives")
    func lifeIsItsOwn() throws {
        let alone = RandomLife(seed: 7, name: "customer_3", from: World.start, until: Self.end)
        let lives = RandomLife.population(5, seed: 7, from: World.start, until: Self.end)
        #expect(lives[2].acts == alone.acts)
        var world = World.empty(seed: 99)
        try world.play(alone.acts)
        world.advance(to: Self.end)
        let (crowded, _, _) = try Self.livedWorld(seed: 7, count: 5)
        for id in alone.appUserIDs {
            #expect(world.truth(of: id) == crowded.truth(of: id))
        }
    }

    @Test("every kind of event happens")
    func everythingHappens() throws {
        let (world, events, lives) = try Self.livedWorld(seed: 4, count: 200)
        let acts = Set(lives.flatMap(\.acts).map { "\($0.act)".prefix { $0 != "(" } })
        let all: Set<Substring> = [
            "see", "logIn", "purchase", "restore", "transfer", "cancel", "uncancel",
            "breakPayment", "mendPayment", "pause", "resume", "refund", "reverseRefund",
            "changeProduct", "extend", "shareWithFamily", "leaveFamily", "grant", "revokeGrant",
            "purchaseInOutage", "settleOutage", "stopSharing", "expireWrongly",
        ]
        #expect(acts == all)
        let types: Set<String> = [
            "INITIAL_PURCHASE", "RENEWAL", "CANCELLATION", "UNCANCELLATION", "EXPIRATION",
            "NON_RENEWING_PURCHASE", "SUBSCRIPTION_PAUSED", "BILLING_ISSUE", "PRODUCT_CHANGE",
            "TRANSFER", "SUBSCRIPTION_EXTENDED", "TEMPORARY_ENTITLEMENT_GRANT", "REFUND_REVERSED",
        ]
        #expect(Set(events.map(\.type)) == types)
        let withAccess = world.appUserIDs.filter { !world.truth(of: $0).isEmpty }
        #expect(withAccess.count > 20 && withAccess.count < world.customerCount)
        #expect(Set(events.map(\.id)).count == events.count)
    }

    @Test("every webhook is decoded without a problem", arguments: [11, 12] as [UInt64])
    func webhooksAreUnderstood(seed: UInt64) throws {
        for event in try Self.livedWorld(seed: seed).events {
            let read = try WebhookEvent(body: event.body)
            #expect(read.problem == nil, "\(event.type)")
            #expect(read.id == event.id)
            #expect(read.type == event.type)
            let facts = try #require(read.facts)
            #expect(facts["occurred_at"]?.string == event.occurredAt.rfc3339)
        }
    }
}
