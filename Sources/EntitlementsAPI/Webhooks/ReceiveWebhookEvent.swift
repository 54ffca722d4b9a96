import Entitlements
import EntitlementsDatabase
import HTTPServer
import HTTPTypes
import Logging
import RevenueCat

extension Route {
    /// Receives one RevenueCat event: authenticates its bytes, decodes them once, and has them
    /// stored and applied.
    ///
    /// RevenueCat gives up after five refusals, so every event gets a 200.
    static func receiveWebhookEvent(_ intake: WebhookIntake, _ gate: WebhookGate) -> Route {
        Route(
            "receiveWebhookEvent", .post, "/v1/webhooks/revenuecat/{tenant_slug}",
            .webhook { request in
                let delivery = try await gate.admit(request)
                let event = try await gate.event(of: delivery, in: request)
                let row = try await gate.metrics.timing {
                    try await intake.receive(
                        .init(
                            id: event.id, type: event.type, body: delivery.body,
                            facts: event.facts, problem: event.problem),
                        of: delivery.tenant.id)
                }
                gate.metrics.received(event, outcome: row.status)
                if let failure = row.failure {
                    request.logger.warning(
                        "Webhook event failed",
                        metadata: [
                            "event_id": "\(event.id)", "failure": "\(failure)",
                            "tenant": "\(delivery.tenant.slug)",
                        ])
                }
                if row.status == "applied" {
                    gate.measureEffect(of: event, in: delivery.tenant)
                    gate.unknownProducts.note(
                        event, of: delivery.tenant, at: delivery.receivedAt,
                        logger: request.logger)
                }
                var response = Response.json { json in
                    json.name("status")
                    json.string(row.status)
                    json.name("event_id")
                    json.string(event.id)
                }
                if !delivery.isAuthenticated { response.headers[.warning] = WebhookGate.warning }
                return response
            })
    }
}
