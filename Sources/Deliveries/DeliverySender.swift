package import Curl
package import Entitlements
package import EntitlementsDatabase
package import FoundationEssentials

/// Sends messages to endpoints, signed as Standard Webhooks has it.
package struct DeliverySender: Sendable {
    private let database: Database
    private let secretBox: SecretBox
    private let http: HTTPClient
    private let now: @Sendable () -> Timestamp

    /// Whether endpoints may have any address, also by http.
    package let isDevelopment: Bool

    private static let connectTimeoutMilliseconds = 5_000
    private static let totalTimeoutMilliseconds = 10_000
    private static let maximumAnswerBytes = 65_536

    /// The HTTP client must be running before the first message.
    package init(
        database: Database, secretBox: SecretBox, http: HTTPClient, isDevelopment: Bool,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.database = database
        self.secretBox = secretBox
        self.http = http
        self.isDevelopment = isDevelopment
        self.now = now
    }

    /// Returns where an endpoint's messages go, with its live secrets.
    ///
    /// Throws `endpoint_not_found`, or `internal` if a secret does not open.
    package func target(of endpoint: UUID, in tenant: TenantID) async throws -> EndpointTarget {
        let rows = try await database.call(GetEndpointTarget(endpointID: endpoint), in: tenant)
        let context = EndpointSecret.sealingContext(of: endpoint, of: tenant)
        return EndpointTarget(
            url: rows.first?.url ?? "",
            secrets: try rows.map { row in
                EndpointSecret(bytes: try secretBox.open(row.sealed, for: context))
            })
    }

    /// Sends one message once, and says what became of it.
    ///
    /// Nil if this process could not send it: it is overloaded or stops.
    package func send(
        _ message: DeliveryMessage, to target: EndpointTarget
    ) async -> DeliveryOutcome? {
        // Also an address from before: the installation may have been in development then.
        guard EndpointURL(target.url, isDevelopment: isDevelopment) != nil else {
            return DeliveryOutcome(error: "url_refused", httpStatus: nil, durationMilliseconds: 0)
        }
        let start = ContinuousClock.now
        let answer: Result<CurlResponse, CurlError>
        do throws(CurlError) {
            answer = .success(try await http.send(request(message, to: target)))
        } catch {
            answer = .failure(error)
        }
        let duration = (ContinuousClock.now - start) / .milliseconds(1)
        return DeliveryOutcome(answer, durationMilliseconds: Int32(duration), at: now())
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

    /// Redirects are not followed.
    private func request(_ message: DeliveryMessage, to target: EndpointTarget) -> CurlRequest {
        let seconds = now().secondsSinceEpoch
        let signatures = target.secrets.map {
            $0.signature(id: message.id, seconds: seconds, body: message.body)
        }
        var request = CurlRequest(
            "POST", target.url, addressFilter: isDevelopment ? .any : .publicOnly,
            headers: [
                ("Content-Type", "application/json"),
                ("webhook-id", message.id),
                ("webhook-timestamp", String(seconds)),
                ("webhook-signature", signatures.joined(separator: " ")),
            ], body: message.body)
        request.connectTimeoutMilliseconds = Self.connectTimeoutMilliseconds
        request.totalTimeoutMilliseconds = Self.totalTimeoutMilliseconds
        request.maximumBodyBytes = Self.maximumAnswerBytes
        request.spanName = "delivery"
        request.spanAttributes = ["hearth.webhook_id": message.id]
        return request
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

/// Where an endpoint's messages go, and what signs them.
package struct EndpointTarget: Sendable {
    let url: String
    /// The live secrets, the newest first.
    let secrets: [EndpointSecret]
}
