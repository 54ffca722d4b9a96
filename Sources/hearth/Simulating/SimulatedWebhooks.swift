import ArgumentParser
import Curl
import RevenueCatSimulator

/// The simulator's webhooks: their destination, authentication and delivery faults.
struct SimulatedWebhooks: ParsableArguments {
    @Option(
        name: .customLong("webhook-url"),
        help: "The URL to post to, such as http://127.0.0.1:8080/v1/webhooks/revenuecat/stockpot.")
    var url: String?

    @Option(
        name: .customLong("webhook-authorization"), help: "Their Authorization header.")
    var authorization: String?

    @Option(
        name: .customLong("webhook-signing-secret"),
        help: "The secret that signs \(WebhookSigning.signatureHeader).")
    var signingSecret: String?

    @Option(help: "The share that is lost, from 0 to 1.")
    var loss = 0.0

    @Option(help: "The share that is delivered twice.")
    var duplicates = 0.0

    @Option(help: "The share that later webhooks overtake.")
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

    /// How long RevenueCat waits for an answer.
    private static let timeoutMilliseconds = 60_000

    /// Nil if no URL is given.
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
