import Entitlements
import EntitlementsDatabase
import RevenueCatSimulator
import TestSupport
import Testing

/// Webhooks alone, in any order and repeatedly: who owns what after restores of one store, of all,
/// and transfers by the dashboard, is what RevenueCat says.
@Suite("Transfers over random lives", .soak)
struct TransferLivesTests {
    private static let lives = TestEffort.share(of: 10_000)
    private static let livesOfTenant = 100

    @Test("each store's purchases are where their receipt is, grants where they were given")
    func owners() async throws {
        var dice = TestEffort.generator(salt: 54_002)
        for number in 0..<(Self.lives + Self.livesOfTenant - 1) / Self.livesOfTenant {
            var lives = StoreLives(
                Self.livesOfTenant, seed: UInt64(number) &+ TestEffort.seed, dice: dice)
            lives.live(withMarks: false)
            dice = lives.dice
            let tenant = try await lives.createTenant()
            let moment = lives.world.present
            try await deliver(lives.world.takeEvents().map(\.body), to: tenant, moment, &dice)
            for id in lives.ids {
                let answer = try await tenant.entitlements(of: id, at: moment)
                #expect(
                    answer.accessEnds == lives.world.accessEnds(of: id, at: moment, .production),
                    "\(id) of \(number)")
            }
        }
    }

    /// In any order, and a quarter of them twice.
    private func deliver(
        _ bodies: [[UInt8]], to tenant: TestTenant, _ moment: Timestamp,
        _ dice: inout SeededGenerator
    ) async throws {
        let again = bodies.filter { _ in dice.next() % 4 == 0 }
        let arriving = (bodies + again).shuffled(using: &dice)
        for first in stride(from: 0, to: arriving.count, by: 64) {
            let set = Array(arriving[first..<min(first + 64, arriving.count)])
            for row in try await tenant.receive(bodies: set, receivedAt: moment) {
                #expect(row.failure == nil)
            }
        }
    }
}
