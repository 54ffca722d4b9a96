package import Entitlements

/// Time, chance and waiting, for whoever asks RevenueCat.
package struct RevenueCatClock: Sendable {
    package var timeOfDay: @Sendable () -> Timestamp
    /// A time that never goes back, for deadlines.
    package var instant: @Sendable () -> ContinuousClock.Instant
    /// Throws when it is cancelled.
    package var wait: @Sendable (Duration) async throws -> Void
    /// From 0 to less than 1.
    package var chance: @Sendable () -> Double

    /// The machine's, but for the time of day, which no rule may read by itself.
    package init(timeOfDay: @escaping @Sendable () -> Timestamp) {
        self.timeOfDay = timeOfDay
        instant = { ContinuousClock.now }
        wait = { try await Task.sleep(for: $0) }
        chance = { Double.random(in: 0..<1) }
    }
}
