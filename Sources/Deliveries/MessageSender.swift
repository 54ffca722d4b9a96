package import Curl
package import Entitlements

/// Sends signed messages to URLs, as Standard Webhooks has it.
package struct MessageSender: Sendable {
    private let http: HTTPClient
    private let now: @Sendable () -> Timestamp

    /// Whether endpoints may have any address, also by http.
    package let isDevelopment: Bool

    private static let connectTimeoutMilliseconds = 5_000
    private static let totalTimeoutMilliseconds = 10_000
    private static let maximumAnswerBytes = 65_536

    /// The HTTP client must be running before the first message.
    package init(
        http: HTTPClient, isDevelopment: Bool, now: @escaping @Sendable () -> Timestamp
    ) {
        self.http = http
        self.isDevelopment = isDevelopment
        self.now = now
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

/// Where an endpoint's messages go, and what signs them.
package struct EndpointTarget: Sendable {
    let url: String
    /// The live secrets, the newest first.
    let secrets: [EndpointSecret]

    package init(url: String, secrets: [EndpointSecret]) {
        self.url = url
        self.secrets = secrets
    }
}
