import Curl
import Entitlements
import EntitlementsAPI
import RevenueCatSimulator
import Synchronization

/// The simulated RevenueCat of one run of `hearth up`.
///
/// Its clock follows the machine's. It delivers events once the server is running.
struct DemoUpstream {
    let simulator: Simulator
    private let receiver: Receiver
    private let events: (ofDemoPeople: [SimulatedEvent], ofOthers: [SimulatedEvent])

    init(_ demo: Demo, keys: KeyRing.TenantKeys?) {
        var configuration = SimulatorConfiguration()
        configuration.port = demo.port
        configuration.clock = .following(systemTime)
        configuration.signing = WebhookSigning(
            authorization: keys?.webhookSecrets[.authorization],
            secret: keys?.webhookSecrets[.signature])
        // A purchase of a year ago is delivered now.
        configuration.signingTime = systemTime
        configuration.deliveriesAtOnce = 4
        let receiver = Receiver(path: "/v1/webhooks/revenuecat/\(demo.tenant.slug.rawValue)")
        self.receiver = receiver
        events = demo.events
        simulator = Simulator(
            world: demo.world, configuration: configuration, seed: Demo.seed,
            deliver: { await receiver.take($0) })
    }

    /// Delivers the demo people's events, and queues the others' for the sender.
    ///
    /// Repeated at each start; events delivered before change nothing.
    func begin(delivering server: LocalServer) async {
        receiver.server.withLock { $0 = server }
        await simulator.deliver(events.ofDemoPeople)
        simulator.post(events.ofOthers)
    }

    /// The server, once it is running.
    private final class Receiver: Sendable {
        let server = Mutex<LocalServer?>(nil)
        private let path: String

        init(path: String) {
            self.path = path
        }

        /// Returns the status; nil if there was no answer.
        func take(_ delivery: WebhookDelivery) async -> Int? {
            guard let server = server.withLock({ $0 }) else { return nil }
            let answer = try? await server.send(
                "POST", path, headers: delivery.headers.map { ($0.name, $0.value) },
                body: delivery.body)
            return answer?.status
        }
    }
}
