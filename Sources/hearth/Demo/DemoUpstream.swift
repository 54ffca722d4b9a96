import Entitlements
import EntitlementsAPI
import NIOHTTP1
import RevenueCatSimulator
import Synchronization

/// The simulated RevenueCat of one run of `hearth up`.
///
/// It follows the machine's clock, and delivers to the server as soon as there is one.
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
        // When somebody bought a year ago, it is told now.
        configuration.signingTime = systemTime
        configuration.deliveriesAtOnce = 4
        let receiver = Receiver(path: "/v1/webhooks/revenuecat/\(demo.tenant.slug.rawValue)")
        self.receiver = receiver
        events = demo.events
        simulator = Simulator(
            world: demo.world, configuration: configuration, seed: Demo.seed,
            deliver: { await receiver.take($0) })
    }

    /// Tells the server of the demo people, and leaves the others to the sender.
    ///
    /// What an earlier start has told already is told again, and changes nothing.
    func begin(delivering server: LoopbackHTTPClient) async {
        receiver.server.withLock { $0 = server }
        await simulator.deliver(events.ofDemoPeople)
        simulator.post(events.ofOthers)
    }

    /// The server, once it is known.
    private final class Receiver: Sendable {
        let server = Mutex<LoopbackHTTPClient?>(nil)
        private let path: String

        init(path: String) {
            self.path = path
        }

        /// The status; nil where there was no answer.
        func take(_ delivery: WebhookDelivery) async -> Int? {
            guard let server = server.withLock({ $0 }) else { return nil }
            let answer = try? await server.send(
                .POST, path, headers: delivery.headers.map { ($0.name, $0.value) },
                body: delivery.body)
            return answer.map { Int($0.status) }
        }
    }
}
