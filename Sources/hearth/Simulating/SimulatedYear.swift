import Entitlements
import RevenueCatSimulator

/// A year in a simulated RevenueCat: customers with random lives, and acts that are given.
///
/// The same values give the same world.
struct SimulatedYear {
    var catalog = World.Catalog.example
    var settings = World.Settings()
    var seed: UInt64
    /// The number of customers with random lives.
    var people: Int
    var end: Timestamp
    /// The given acts, in order.
    var acts: [TimedAct] = []

    private static let seconds: Int64 = 365 * 86_400

    /// The world at the end of the year, with all its events.
    func world() throws(Refusal) -> World {
        let beginning = end.advanced(bySeconds: -Self.seconds)
        var world = World(catalog: catalog, settings: settings, seed: seed, startingAt: beginning)
        let lives = RandomLife.population(
            people, seed: seed, catalog: catalog, settings: settings, from: beginning, until: end)
        // The sort is stable: one customer's acts at the same moment stay in order.
        try world.play((RandomLife.acts(of: lives) + acts).sorted { $0.time < $1.time })
        world.advance(to: end)
        return world
    }
}
