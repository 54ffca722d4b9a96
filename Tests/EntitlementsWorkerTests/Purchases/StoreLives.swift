import Entitlements
import EntitlementsDatabase
import RevenueCatSimulator
import TestSupport

/// Lives of three people each, who buy in several stores, get grants, and restore each other's
/// purchases.
///
/// All their ids are identified, so that webhooks alone say everything.
struct StoreLives {
    private(set) var ids: [String] = []
    var world: World
    private(set) var dice: SeededGenerator
    private let count: Int

    init(_ count: Int, seed: UInt64, dice: SeededGenerator) {
        self.count = count
        self.dice = dice
        world = World(seed: seed, startingAt: "2026-01-01T00:00:00Z")
    }

    /// - Parameter withMarks: Whether purchases are also cancelled, refunded, and the reverse.
    mutating func live(withMarks: Bool) {
        for life in 0..<count {
            let people = ["a\(life)", "b\(life)", "c\(life)"]
            ids += people
            for _ in 0..<Int.random(in: 3...9, using: &dice) {
                let seconds = Int64.random(in: withMarks ? 5...200 : 60...7_200, using: &dice)
                world.advance(to: world.present.advanced(bySeconds: seconds))
                if withMarks, Bool.random(using: &dice) { mark(of: people) } else { act(people) }
            }
        }
        world.advance(to: world.present.advanced(bySeconds: 60))
    }

    /// The world refuses what cannot happen.
    private mutating func act(_ people: [String]) {
        let stores: [World.Store] = [.appStore, .playStore, .stripe]
        let (one, other) = (people.pick(&dice), people.pick(&dice))
        switch Int.random(in: 1...8, using: &dice) {
        case 1...4: try? world.purchase(by: one, product(), store: stores.pick(&dice))
        case 5: try? world.grant(one, ["plus", "pro"].pick(&dice), forDays: 90)
        case 6: try? world.transfer(from: one, to: other)
        case 7: try? world.restore(by: one, purchasesOf: other)
        default: try? world.restore(by: one, purchasesOf: other, in: stores.pick(&dice))
        }
    }

    private mutating func mark(of people: [String]) {
        let one = people.pick(&dice)
        switch Int.random(in: 1...4, using: &dice) {
        case 1: try? world.cancel(one, product())
        case 2: try? world.uncancel(one, product())
        case 3: try? world.refund(one, product(), .latest)
        default: try? world.reverseRefund(one, product())
        }
    }

    private mutating func product() -> String {
        ["plus_monthly", "plus_annual", "pro:monthly", "plus_lifetime"].pick(&dice)
    }

    /// A tenant of its own that sells what the world sells.
    func createTenant() async throws -> TestTenant {
        let definition = try TenantDefinition.selling(world, read: .v1)
        return try await TestTenant.create {
            let slug = $0.slug
            $0 = definition
            $0.slug = slug
        }
    }
}

extension Array {
    fileprivate func pick(_ dice: inout SeededGenerator) -> Element {
        self[Int.random(in: indices, using: &dice)]
    }
}
