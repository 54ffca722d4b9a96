package import Entitlements

/// Where the simulator listens, who may ask it, and how it treats whom.
package struct SimulatorConfiguration: Sendable {
    /// What moves the world's time.
    package enum Clock: Sendable {
        /// Nothing but `advance`.
        case standing
        /// Another clock, such as the machine's; `advance` puts the world ahead of it.
        case following(@Sendable () -> Timestamp)
    }

    package var host = "127.0.0.1"
    /// 0 takes any free one.
    package var port = 8_081
    package var v1Key = "sk_simulated_v1"
    package var v2Key = "sk_simulated_v2"

    /// For each key, and in v2 for each domain of the API; nil for no limit.
    package var requestsPerMinute: Int? = 480
    package var clock = Clock.standing
    package var signing = WebhookSigning()

    /// The time that deliveries are signed with; the world's where it is nil.
    ///
    /// A receiver whose clock is the machine's refuses the world's.
    package var signingTime: (@Sendable () -> Timestamp)?
    package var deliveriesAtOnce = 1

    /// How long a refusal takes to be known: what comes sooner after it was on its way, and does
    /// not count as early.
    package var refusalFlightMilliseconds = 0

    /// What rate limits are measured with.
    package var monotonicTime: @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }

    package static let maximumBodyBytes = 1_048_576
    /// How long a request hangs that is made to.
    package static let hangSeconds = 600

    package init() {}
}
