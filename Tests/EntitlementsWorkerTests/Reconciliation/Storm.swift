import Entitlements
import Foundation
import RevenueCatSimulator
import TestSupport
import Testing

/// A year of many random lives in one world, and the webhooks that arrive.
struct Storm: Sendable, CustomTestStringConvertible {
    let api: TenantDefinition.SnapshotPolicy.API
    let restoreBehavior: World.RestoreBehavior
    /// True if the project sends SUBSCRIBER_ALIAS, as old projects do.
    let sendsSubscriberAlias: Bool
    let renewalLeadSeconds: Int64

    var testDescription: String { "\(api), \(restoreBehavior.rawValue)" }

    static let people = TestEffort.share(of: 200, atLeast: 20)
    static let seed = TestEffort.seed

    static let lossRate = 0.2

    /// The example's products, and a second plan of the one that Play sells by plans.
    private static let catalog = World.Catalog(
        products: World.Catalog.example.products + [
            World.Product(id: "pro:annual", sells: ["plus", "pro"], every: "P1Y")
        ])

    /// Lives a year, and then to a moment before which two minutes are quiet.
    ///
    /// The end is an hour ago, so that no event lies in the future.
    func livedWorld() throws -> (world: World, ids: [String]) {
        var settings = World.Settings()
        settings.restoreBehavior = restoreBehavior
        settings.sendsSubscriberAlias = sendsSubscriberAlias
        settings.renewalLeadSeconds = renewalLeadSeconds
        let end = try #require(
            Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 - 3_600) * 1_000))
        let start = end.advanced(byDays: -365)
        let lives = RandomLife.population(
            Self.people, seed: Self.seed, catalog: Self.catalog, settings: settings, from: start,
            until: end)
        var world = World(
            catalog: Self.catalog, settings: settings, seed: Self.seed, startingAt: start)
        try world.play(RandomLife.acts(of: lives))
        world.advance(to: end)
        while let next = world.nextChange(), next < world.present.advanced(bySeconds: 120) {
            world.advance(to: next)
        }
        return (world, lives.flatMap(\.appUserIDs))
    }

    /// The events that arrive: a fifth is lost, half are repeated, and all are shuffled.
    func arriving(_ events: [SimulatedEvent]) -> [SimulatedEvent] {
        var dice = Dice(seed: Self.seed)
        let delivered = events.filter { _ in Double.random(in: 0..<1, using: &dice) >= Self.lossRate
        }
        let again = delivered.filter { _ in Bool.random(using: &dice) }
        return (delivered + again).shuffled(using: &dice)
    }
}
