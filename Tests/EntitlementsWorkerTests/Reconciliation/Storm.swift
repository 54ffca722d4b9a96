import Entitlements
import Foundation
import RevenueCatSimulator
import TestSupport
import Testing

/// Many random lives of a year, lived in one world, and what of their webhooks arrives.
struct Storm: Sendable, CustomTestStringConvertible {
    let api: TenantDefinition.ReadBackPolicy.API
    let restoreBehavior: World.RestoreBehavior
    /// Old projects are told of ids that are merged.
    let sendsSubscriberAlias: Bool
    let renewalLeadSeconds: Int64

    var testDescription: String { "\(api), \(restoreBehavior.rawValue)" }

    static let people = TestEffort.share(of: 200, atLeast: 20)
    static let seed = TestEffort.seed

    static let lossRate = 0.2

    /// All days of a year, and then until a moment at which nothing happens for a while.
    ///
    /// It ends a little before now, so that nothing is told that has not happened yet.
    func livedWorld() throws -> (world: World, ids: [String]) {
        var settings = World.Settings()
        settings.restoreBehavior = restoreBehavior
        settings.sendsSubscriberAlias = sendsSubscriberAlias
        settings.renewalLeadSeconds = renewalLeadSeconds
        let end = try #require(
            Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 - 3_600) * 1_000))
        let start = end.advanced(byDays: -365)
        let lives = RandomLife.population(
            Self.people, seed: Self.seed, settings: settings, from: start, until: end)
        var world = World(settings: settings, seed: Self.seed, startingAt: start)
        try world.play(RandomLife.acts(of: lives))
        world.advance(to: end)
        while let next = world.nextChange(), next < world.present.advanced(bySeconds: 120) {
            world.advance(to: next)
        }
        return (world, lives.flatMap(\.appUserIDs))
    }

    /// What arrives of events: a fifth never, some twice, all in any order.
    func arriving(_ events: [SimulatedEvent]) -> [SimulatedEvent] {
        var dice = Dice(seed: Self.seed)
        let delivered = events.filter { _ in Double.random(in: 0..<1, using: &dice) >= Self.lossRate
        }
        let again = delivered.filter { _ in Bool.random(using: &dice) }
        return (delivered + again).shuffled(using: &dice)
    }
}
