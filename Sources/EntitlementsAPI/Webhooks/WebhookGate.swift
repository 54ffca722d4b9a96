import Entitlements
import HTTPTypes
import Logging
import RevenueCat

/// Authenticates webhook deliveries by their raw bytes, before they are parsed.
struct WebhookGate: Sendable {
    let tenants: TenantDirectory
    let metrics: WebhookMetrics
    let refusals: RefusedWebhooks
    let unknownProducts: UnknownProducts
    /// Whether events without a credential are accepted, if the tenant has none (development).
    let admitsUnconfigured: Bool
    let now: @Sendable () -> Timestamp

    /// An accepted delivery.
    struct Delivery: Sendable {
        let tenant: Tenant
        let body: [UInt8]
        /// False only in development, if the tenant has no credential.
        let isAuthenticated: Bool
        let receivedAt: Timestamp
    }

    /// The warning of a development server with each unauthenticated delivery.
    static let warning = "199 hearth \"this webhook has no credential; any sender is accepted\""

    func admit(_ request: APIRequest) async throws -> Delivery {
        guard let tenant = try await tenants.tenant(named: try request.pathParameter(0)) else {
            throw Failure(.tenantNotFound, "There is no tenant with this name.")
        }
        let body = try await request.bodyBytes()
        let moment = now()
        let outcome = WebhookAuthentication.verify(
            authorization: soleValue(of: .authorization, in: request),
            signature: HTTPField.Name(tenant.signatureHeader)
                .flatMap { soleValue(of: $0, in: request) },
            body: body, at: moment, against: tenant.webhookCredentials)
        switch outcome {
        case .accepted:
            return Delivery(
                tenant: tenant, body: body, isAuthenticated: true, receivedAt: moment)
        case .notConfigured where admitsUnconfigured:
            request.logger.warning(
                "A webhook without a credential was accepted: this is a development server",
                metadata: ["tenant": "\(tenant.slug)"])
            return Delivery(
                tenant: tenant, body: body, isAuthenticated: false, receivedAt: moment)
        case .notConfigured:
            throw await refusal(of: request, from: tenant, at: moment, because: "not_configured")
        case .refused(.authorizationSecretMissing) where isUnreadable(.authorization, of: tenant),
            .refused(.signingSecretMissing) where isUnreadable(.signature, of: tenant):
            throw Failure(
                .secretUnreadable, "The tenant's webhook secret was sealed with another key.")
        case .refused(let reason):
            throw await refusal(of: request, from: tenant, at: moment, because: reason.rawValue)
        }
    }

    private func isUnreadable(_ mechanism: WebhookMechanism, of tenant: Tenant) -> Bool {
        tenant.webhookCredentials.unreadable.contains(mechanism)
    }

    /// Decodes the event of an accepted delivery; a body that is no event counts as refused.
    func event(of delivery: Delivery, in request: APIRequest) async throws -> WebhookEvent {
        do {
            return try WebhookEvent(body: delivery.body)
        } catch {
            await note(request, from: delivery.tenant, at: delivery.receivedAt, as: "malformed")
            throw error
        }
    }

    /// Measures the time from RevenueCat's event to its effect, which is committed now.
    func measureEffect(of event: WebhookEvent, in tenant: Tenant) {
        metrics.applied(event, of: tenant.slug, at: now())
    }

    /// Notes the reason; the answer does not tell the sender which check failed.
    private func refusal(
        of request: APIRequest, from tenant: Tenant, at moment: Timestamp, because reason: String
    ) async -> Failure {
        metrics.signatureFailed(tenant: tenant.slug)
        await note(request, from: tenant, at: moment, as: reason)
        return Failure(
            .webhookUnauthorized, "The webhook's credential or signature is missing or wrong.")
    }

    private func note(
        _ request: APIRequest, from tenant: Tenant, at moment: Timestamp, as reason: String
    ) async {
        var logger = request.logger
        logger[metadataKey: "tenant"] = "\(tenant.slug)"
        await refusals.note(tenant.id, because: reason, at: moment, logger: logger)
    }

    /// Returns the only value of a header; nil if there is none or several.
    private func soleValue(of name: HTTPField.Name, in request: APIRequest) -> String? {
        let values = request.head.headerFields[values: name]
        return values.count == 1 ? values[0] : nil
    }
}
