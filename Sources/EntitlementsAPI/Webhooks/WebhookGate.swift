import Entitlements
import HTTPTypes
import Logging
import RevenueCat

/// Lets a webhook delivery in, by its raw bytes and before anybody reads them.
struct WebhookGate: Sendable {
    let tenants: TenantDirectory
    let metrics: WebhookMetrics
    let refusals: RefusedWebhooks
    let unknownProducts: UnknownProducts
    /// In development a tenant that has no credential yet may be sent events.
    let admitsUnconfigured: Bool
    let now: @Sendable () -> Timestamp

    /// A delivery that may be read.
    struct Delivery: Sendable {
        let tenant: Tenant
        let body: [UInt8]
        /// False only in development: the tenant asks for nothing, so nothing was proven.
        let isAuthenticated: Bool
        let receivedAt: Timestamp
    }

    /// What a development server says with every delivery that proved nothing.
    static let warning = "199 hearth \"this webhook has no credential; anybody can send it events\""

    func admit(_ request: APIRequest) async throws -> Delivery {
        guard let tenant = try await tenants.tenant(named: try request.pathParameter(0)) else {
            throw Failure(.tenantNotFound, "There is no tenant of that name.")
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
                "A webhook without a credential was let in because this is a development server",
                metadata: ["tenant": "\(tenant.slug)", "request_id": "\(request.id.text)"])
            return Delivery(
                tenant: tenant, body: body, isAuthenticated: false, receivedAt: moment)
        case .notConfigured:
            throw await refusal(of: request, from: tenant, at: moment, because: "not_configured")
        case .refused(let reason):
            throw await refusal(of: request, from: tenant, at: moment, because: reason.rawValue)
        }
    }

    /// Which of the checks failed is for the operator's log, not for whoever guesses.
    private func refusal(
        of request: APIRequest, from tenant: Tenant, at moment: Timestamp, because reason: String
    ) async -> Failure {
        metrics.signatureFailed(tenant: tenant.slug)
        await refusals.note(
            tenant.id, at: moment, logger: request.logger,
            metadata: [
                "tenant": "\(tenant.slug)", "reason": "\(reason)",
                "request_id": "\(request.id.text)",
            ])
        return Failure(.unauthorized, "The webhook's credential or signature is missing or wrong.")
    }

    /// Nil if there is none, or more than one: then nobody can say which was meant.
    private func soleValue(of name: HTTPField.Name, in request: APIRequest) -> String? {
        let values = request.head.headerFields[values: name]
        return values.count == 1 ? values[0] : nil
    }
}
