import Entitlements
import RevenueCatSimulator
import TestSupport

/// Some months of a person and their family, in a world of their own.
struct DecidedLife {
    static let start: Timestamp = "2026-01-01T00:00:00Z"
    static let end = start.advanced(byDays: 240)

    let number: Int
    /// What the world sent, in its order.
    let events: [SimulatedEvent]
    /// What is true in the end, by the first transaction of each chain.
    let standings: [String: World.Standing]
    let present: Timestamp

    private static let products = [
        "plus_monthly", "plus_weekly", "plus_annual", "pro:monthly", "plus_lifetime",
    ]

    init(number: Int) throws {
        self.number = number
        var dice = SeededGenerator(seed: TestEffort.seed &* 1_000_003 &+ UInt64(number))
        var settings = World.Settings()
        settings.staysPastDue = true
        var world = World(settings: settings, seed: dice.next(), startingAt: Self.start)
        let people = (0...2).map { "u\(number)_\($0)" }
        var held: [(person: String, product: String)] = []
        var time = Self.start
        while true {
            let pause: Int64 = dice.next() % 4 == 0 ? 3_600 : 900_000
            time = time.advanced(bySeconds: Int64.random(in: 1...pause, using: &dice))
            guard time < Self.end else { break }
            world.advance(to: max(time, world.present))
            let isFirst = held.isEmpty || dice.next() % 5 == 0
            let act =
                isFirst
                ? Self.purchase(by: people[0], using: &dice)
                : Self.act(on: held.randomElement(using: &dice) ?? held[0], people, using: &dice)
            guard Self.isTold(act, in: world), (try? world.perform(act)) != nil else { continue }
            if case .purchase(let buyer, let product, _, _, _, _) = act {
                held.append((buyer, product))
            }
        }
        world.advance(to: Self.end)
        events = world.takeEvents()
        present = world.present
        standings = people.reduce(into: [:]) { all, person in
            all.merge(world.standings(of: person)) { first, _ in first }
        }
    }

    /// The types that were sent, for a failure's message.
    var told: String { events.map { "\($0.type) \($0.occurredAt)" }.joined(separator: ", ") }

    /// False if no event would tell what the act does: that a share begins cancelled or unpaid, or
    /// that a cancellation takes a pause back.
    private static func isTold(_ act: Act, in world: World) -> Bool {
        func statuses(of person: String) -> Set<String> {
            Set(world.standings(of: person).values.map(\.status))
        }
        return switch act {
        case .shareWithFamily(let person, _, _):
            statuses(of: person).isDisjoint(with: ["cancelled", "billing_issue", "paused"])
        case .cancel(let person, _, _): !statuses(of: person).contains("paused")
        default: true
        }
    }

    private static func purchase(by buyer: String, using dice: inout SeededGenerator) -> Act {
        let stores: [World.Store] = [.appStore, .playStore, .stripe]
        return .purchase(
            by: buyer, productID: products.randomElement(using: &dice) ?? products[0],
            store: stores.randomElement(using: &dice) ?? .appStore,
            offer: dice.next() % 4 == 0 ? .trial : .none, environment: .production,
            onReceiptOf: nil)
    }

    private static func act(
        on held: (person: String, product: String), _ people: [String],
        using dice: inout SeededGenerator
    ) -> Act {
        let (person, product) = held
        let member = people[1 + Int(dice.next() % 2)]
        let acts: [Act] = [
            .cancel(person, productID: product, isTooLate: false),
            .uncancel(person, productID: product),
            .breakPayment(person, productID: product), .breakPayment(person, productID: product),
            .mendPayment(person, productID: product),
            .pause(person, productID: product, days: Int64(dice.next() % 40 + 1)),
            .pause(person, productID: product, days: Int64(dice.next() % 40 + 1)),
            .resume(person, productID: product), .resume(person, productID: product),
            .refund(person, productID: product, .latest),
            .refund(person, productID: product, .earlierTold),
            .refund(person, productID: product, .earlierTold),
            .reverseRefund(person, productID: product),
            .extend(person, productID: product, days: Int64(dice.next() % 20 + 1)),
            .shareWithFamily(person, productID: product, member: member),
            .shareWithFamily(person, productID: product, member: member),
            .stopSharing(person, productID: product),
            .leaveFamily(member, productID: product),
            .expireWrongly(person, productID: product),
        ]
        return acts.randomElement(using: &dice) ?? acts[0]
    }
}
