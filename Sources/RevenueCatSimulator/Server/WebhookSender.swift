import ServiceLifecycle

/// Delivers webhooks as they become due, until it is cancelled or stopped gracefully.
package struct WebhookSender: Service {
    let simulator: Simulator

    /// How often it looks.
    private static let interval = Duration.milliseconds(200)

    package init(simulator: Simulator) {
        self.simulator = simulator
    }

    package func run() async throws {
        do {
            try await cancelWhenGracefulShutdown {
                while true {
                    await simulator.deliverDue()
                    try await Task.sleep(for: Self.interval)
                }
            }
        } catch is CancellationError {
            // Being stopped is how it ends.
        }
    }
}
