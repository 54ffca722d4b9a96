package import Curl
package import Entitlements
package import EntitlementsDatabase
package import FoundationEssentials

/// Sends messages to the endpoints of tenants.
package struct DeliverySender: Sendable {
    private let database: Database
    private let secretBox: SecretBox
    private let messages: MessageSender
    private let now: @Sendable () -> Timestamp

    /// Whether endpoints may have any address, also by http.
    package var isDevelopment: Bool { messages.isDevelopment }

    /// The HTTP client must be running before the first message.
    package init(
        database: Database, secretBox: SecretBox, http: HTTPClient, isDevelopment: Bool,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.database = database
        self.secretBox = secretBox
        self.now = now
        messages = MessageSender(http: http, isDevelopment: isDevelopment, now: now)
    }

    /// Returns where an endpoint's messages go, with its live secrets.
    ///
    /// Throws `endpoint_not_found`, or `secret_unreadable` if no secret opens: messages are signed
    /// with those that do.
    package func target(of endpoint: UUID, in tenant: TenantID) async throws -> EndpointTarget {
        let rows = try await database.call(GetEndpointTarget(endpointID: endpoint), in: tenant)
        let context = EndpointSecret.sealingContext(of: endpoint, of: tenant)
        return EndpointTarget(
            url: rows.first?.url ?? "",
            secrets: try secretBox.openSome(of: rows.map(\.sealed), for: context)
                .map(EndpointSecret.init(bytes:)))
    }

    /// Sends one message once, and says what became of it.
    ///
    /// Nil if this process could not send it: it is overloaded or stops.
    package func send(
        _ message: DeliveryMessage, to target: EndpointTarget
    ) async -> DeliveryOutcome? {
        await messages.send(message, to: target)
    }

    /// Sends a test message to an endpoint, also one that is off.
    ///
    /// Throws `endpoint_not_found`; `overloaded` if this process could not send it.
    package func test(
        _ endpoint: UUID, of tenant: TenantID
    ) async throws -> (webhookID: String, outcome: DeliveryOutcome) {
        let target = try await target(of: endpoint, in: tenant)
        let message = DeliveryMessage(testAt: now())
        guard let outcome = await send(message, to: target) else {
            throw Failure(
                .overloaded, "Too many messages are being sent.", retryAfterSeconds: 5)
        }
        return (message.id, outcome)
    }
}

extension HTTPClient.Configuration {
    /// Enough for all deliveries at once, so that those to a slow endpoint delay no other.
    package static var forDeliveries: HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration()
        configuration.proxy = .none
        configuration.maximumConnections = 1_088
        configuration.maximumConnectionsPerHost = 1_088
        configuration.maximumRequestsInFlight = 1_088
        return configuration
    }
}
