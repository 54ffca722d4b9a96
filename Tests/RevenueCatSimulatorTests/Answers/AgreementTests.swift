import Entitlements
import RevenueCatSimulator
import TestSupport
import Testing

@Suite("The answers agree with the truth")
struct AgreementTests {
    private static let seeds: [UInt64] = [21, 22, 23]

    /// A world of random lives.
    private static func world(seed: UInt64) throws -> World {
        let end = World.start.advanced(byDays: Int64(200 + seed % 100))
        let lives = RandomLife.population(40, seed: seed, from: World.start, until: end)
        var world = World.empty(seed: seed)
        try world.play(RandomLife.acts(of: lives))
        world.advance(to: end)
        return world
    }

    /// The true entitlements of a customer with their ends; v1 includes sandbox purchases.
    private static func ends(of id: String, in world: World) -> [String: Timestamp?] {
        var ends: [String: Timestamp?] = [:]
        let accesses = World.Environment.allCases.flatMap { world.truth(of: id, environment: $0) }
        for access in accesses {
            for entitlement in access.entitlementIDs {
                guard let known = ends[entitlement] else {
                    ends[entitlement] = .some(access.until)
                    continue
                }
                let isLonger = known.map { known in access.until.map { $0 > known } ?? true }
                if isLonger ?? false { ends[entitlement] = .some(access.until) }
            }
        }
        return ends
    }

    @Test("v1's entitlements end when the truth says", arguments: seeds)
    func v1Agrees(seed: UInt64) throws {
        var world = try Self.world(seed: seed)
        for id in world.appUserIDs {
            let body = try JSONParser.parse(try world.subscriber(id).body)
            var shown: [String: Timestamp?] = [:]
            for member in body["subscriber"]?["entitlements"]?.object?.members ?? [] {
                let end = member.value["expires_date"]?.string
                let time = end.flatMap { Timestamp(rfc3339: $0) }
                if time.map({ $0 > world.present }) ?? true { shown[member.name] = .some(time) }
            }
            #expect(shown == Self.ends(of: id, in: world), "\(id), seed \(seed)")
        }
    }

    @Test("v2's subscriptions and purchases match the truth", arguments: seeds)
    func v2Agrees(seed: UInt64) throws {
        let world = try Self.world(seed: seed)
        let request = PageRequest(path: "/", origin: "", limit: 1_000)
        for id in world.appUserIDs {
            let subscriptions = try #require(world.subscriptionsBody(of: id, request))
            let purchases = try #require(world.purchasesBody(of: id, request))
            let live =
                try items(subscriptions).filter { $0["gives_access"] == true }
                + (try items(purchases)).filter { $0["status"] == "owned" }
            let shown = Set(
                live.flatMap { items($0["entitlements"]) }.compactMap { $0["lookup_key"]?.string })
            #expect(shown == Set(Self.ends(of: id, in: world).keys), "\(id), seed \(seed)")
        }
    }

    @Test("without further acts, access ends when the answer said", arguments: seeds)
    func truthHolds(seed: UInt64) throws {
        var world = try Self.world(seed: seed)
        let before = world
        world.advance(byDays: 1)
        for id in world.appUserIDs {
            let kept = before.truth(of: id, at: world.present)
            let now = world.truth(of: id)
            for access in kept {
                let same = now.first { $0.productID == access.productID }
                #expect(same?.until.map { $0 >= access.until ?? $0 } ?? true, "\(id)")
                #expect(same != nil, "\(id) lost \(access.productID), seed \(seed)")
            }
        }
    }

    private func items(_ body: [UInt8]) throws -> [JSONValue] {
        items(try JSONParser.parse(body))
    }

    private func items(_ list: JSONValue?) -> [JSONValue] { list?["items"]?.array ?? [] }
}
