import Entitlements
import EntitlementsDatabase
import RevenueCatSimulator
import TestSupport
import Testing

/// The same webhooks by a clock that agrees with RevenueCat's, and by one that is minutes behind.
///
/// Both say the same, and who owns what is what RevenueCat says.
@Suite("A clock that is behind, over random lives", .soak)
struct SkewedLivesTests {
    private static let lives = TestEffort.share(of: 10_000)
    private static let livesOfTenant = 100

    @Test("a clock up to 14 minutes behind changes no answer")
    func sameAnswers() async throws {
        var dice = TestEffort.generator(salt: 54_008)
        for number in 0..<(Self.lives + Self.livesOfTenant - 1) / Self.livesOfTenant {
            var lives = StoreLives(
                Self.livesOfTenant, seed: UInt64(number) &+ TestEffort.seed, dice: dice)
            lives.live(withMarks: true)
            dice = lives.dice
            let events = lives.world.takeEvents()
            let end = lives.world.present
            let right = try await lives.createTenant()
            try await right.deliver(events.shuffled(using: &dice).map { ($0, end) })
            let behind = try await lives.createTenant()
            let lead = Int64.random(in: 60...(14 * 60), using: &dice)
            // Each arrives within two minutes, so events of one minute change places.
            try await behind.deliver(
                events.map { event in
                    let delay = Int64.random(in: 1...120, using: &dice)
                    return (event, event.occurredAt.advanced(bySeconds: delay - lead))
                }.sorted { $0.1 < $1.1 })
            for id in lives.ids {
                let asked = end.advanced(bySeconds: 60)
                let expected = try await right.entitlements(of: id, at: asked).accessEnds
                #expect(
                    try await behind.entitlements(of: id, at: asked).accessEnds == expected,
                    "\(id) of \(number), \(lead) seconds")
            }
            #expect(try await behind.invariantViolations() == [])
        }
    }
}

extension TestTenant {
    /// Receives events one by one, each at its time.
    fileprivate func deliver(_ arriving: [(SimulatedEvent, Timestamp)]) async throws {
        for (event, receipt) in arriving {
            #expect(try await receive(body: event.body, receivedAt: receipt).failure == nil)
        }
    }
}
