import ArgumentParser
import Curl
import RevenueCatSimulator

/// Where the simulator's webhooks go, what they prove themselves with, and how badly they arrive.
struct SimulatedWebhooks: ParsableArguments {
    @Option(
        name: .customLong("webhook-url"),
        help: "Where they are posted, as http://127.0.0.1:8080/v1/webhooks/revenuecat/stockpot.")
    var url: String?

    @Option(
        name: .customLong("webhook-authorization"), help: "The value of their Authorization.")
    var authorization: String?

    @Option(
        name: .customLong("webhook-signing-secret"),
        help: "What \(WebhookSigning.signatureHeader) is made with.")
    var signingSecret: String?

    @Option(help: "The share that is never delivered, from 0 to 1.")
    var loss = 0.0

    @Option(help: "The share that is delivered twice.")
    var duplicates = 0.0

    @Option(help: "The share that later ones overtake.")
    var reordering = 0.0

    @Option(help: "The share that is up to two hours late.")
    var delays = 0.0

    func validate() throws {
        guard [loss, duplicates, reordering, delays].allSatisfy((0...1).contains) else {
            throw ValidationError("A share must be from 0 to 1.")
        }
    }

    var signing: WebhookSigning {
        WebhookSigning(authorization: authorization, secret: signingSecret)
    }

    var policy: DeliveryQueue.Policy {
        var policy = DeliveryQueue.Policy()
        policy.lossRate = loss
        policy.duplicateRate = duplicates
        policy.reorderRate = reordering
        policy.delayRate = delays
        return policy
    }

    /// RevenueCat waits for an answer for so long.
    private static let timeoutMilliseconds = 60_000

    /// Nil where nobody wants them.
    func delivery(by http: HTTPClient) -> Simulator.Deliver? {
        guard let url else { return nil }
        return { delivery in
            var request = CurlRequest(
                "POST", url, addressFilter: .any, headers: delivery.headers, body: delivery.body)
            request.totalTimeoutMilliseconds = Self.timeoutMilliseconds
            do throws(CurlError) {
                return try await http.send(request).status
            } catch {
                return nil
            }
        }
    }
}
