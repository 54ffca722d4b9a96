import Entitlements
import RevenueCatSimulator

/// A year that people have lived with a simulated RevenueCat: many at random, some as told.
///
/// The same values give the same world.
struct SimulatedYear {
    var catalog = World.Catalog.example
    var settings = World.Settings()
    var seed: UInt64
    /// How many live at random.
    var people: Int
    var end: Timestamp
    /// What the others did, in order.
    var acts: [TimedAct] = []

    private static let seconds: Int64 = 365 * 86_400

    /// The world at the end, with all that it tells of the year.
    func world() throws(Refusal) -> World {
        let beginning = end.advanced(bySeconds: -Self.seconds)
        var world = World(catalog: catalog, settings: settings, seed: seed, startingAt: beginning)
        let lives = RandomLife.population(
            people, seed: seed, catalog: catalog, settings: settings, from: beginning, until: end)
        // The sort is stable: what somebody does in one moment stays in its order.
        try world.play((RandomLife.acts(of: lives) + acts).sorted { $0.time < $1.time })
        world.advance(to: end)
        return world
    }
}
