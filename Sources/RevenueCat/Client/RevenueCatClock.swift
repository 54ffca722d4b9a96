package import Entitlements

/// Time, randomness and waiting for the client, replaceable in tests.
package struct RevenueCatClock: Sendable {
    package var timeOfDay: @Sendable () -> Timestamp
    /// Monotonic, for deadlines.
    package var instant: @Sendable () -> ContinuousClock.Instant
    /// Throws on cancellation.
    package var wait: @Sendable (Duration) async throws -> Void
    /// From 0 to less than 1.
    package var chance: @Sendable () -> Double

    /// Uses the machine's clock, except for the time of day, which must be passed in.
    package init(timeOfDay: @escaping @Sendable () -> Timestamp) {
        self.timeOfDay = timeOfDay
        instant = { ContinuousClock.now }
        wait = { try await Task.sleep(for: $0) }
        chance = { Double.random(in: 0..<1) }
    }
}
