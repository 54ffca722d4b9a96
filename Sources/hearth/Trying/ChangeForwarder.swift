import Curl
import Deliveries
import Entitlements
import EntitlementsAPI
import EntitlementsDatabase
import FoundationEssentials

/// Delivers changes to a server under development, signed as those to an endpoint are.
///
/// Each change is sent once.
struct ChangeForwarder {
    private let sender: MessageSender
    private let target: EndpointTarget
    /// What the receiver verifies with: the same for a tenant at each start.
    let secret: EndpointSecret

    init(to url: String, of tenant: TenantID, signedBy box: SecretBox, http: HTTPClient) {
        // It is the person's own machine who listens, so any address is allowed.
        sender = MessageSender(http: http, isDevelopment: true, now: systemTime)
        secret = EndpointSecret(
            bytes: box.authenticationCode(of: Array(tenant.uuidString.utf8), for: "listen"))
        target = EndpointTarget(url: url, secrets: [secret])
    }

    /// Sends a change, and returns a line that says what became of it.
    func forward(_ change: Arrival.Change) async throws -> ShownLine {
        let message = try DeliveryMessage(id: "msg_\(change.number)", change: change.json)
        guard let outcome = await sender.send(message, to: target) else {
            return "          → not sent"
        }
        let colour = outcome.error == nil ? Colour.green : .red
        let answer = outcome.httpStatus.map { String($0) } ?? outcome.error ?? ""
        let milliseconds = Int(outcome.durationMilliseconds)
        return "          → \(answer, colour) in \(milliseconds) ms"
    }
}
