import ServiceLifecycle

/// Delivers due webhooks until cancellation or graceful shutdown.
package struct WebhookSender: Service {
    let simulator: Simulator

    /// The polling interval.
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
            // Cancellation is the normal end.
        }
    }
}
