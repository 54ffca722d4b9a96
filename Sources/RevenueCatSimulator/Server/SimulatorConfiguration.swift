package import Entitlements

/// The simulator's address, keys, limits and clock.
package struct SimulatorConfiguration: Sendable {
    /// The source of the world's time.
    package enum Clock: Sendable {
        /// Only `advance` moves the time.
        case standing
        /// Another clock, such as the machine's; `advance` moves the world ahead of it.
        case following(@Sendable () -> Timestamp)
    }

    package var host = "127.0.0.1"
    /// 0 takes any free port.
    package var port = 8_081
    package var v1Key = "sk_simulated_v1"
    package var v2Key = "sk_simulated_v2"

    /// For each key, and in v2 for each API domain; nil for no limit.
    package var requestsPerMinute: Int? = 480
    package var clock = Clock.standing
    package var signing = WebhookSigning()

    /// The clock for signing deliveries; nil: the world's.
    ///
    /// A receiver on the machine's clock refuses signatures with another time.
    package var signingTime: (@Sendable () -> Timestamp)?
    package var deliveriesAtOnce = 1

    /// How long a refusal takes to reach its caller: requests that arrive sooner do not count as
    /// early.
    package var refusalFlightMilliseconds = 0

    /// The clock of rate limits.
    package var monotonicTime: @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }

    package static let maximumBodyBytes = 1_048_576
    /// How long a hanging request stays open.
    package static let hangSeconds = 600

    package init() {}
}
