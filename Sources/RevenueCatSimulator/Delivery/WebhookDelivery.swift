/// One attempt to deliver an event, as sent.
package struct WebhookDelivery: Sendable {
    package let eventID: String
    package let eventType: String
    /// 1 for the first attempt, 6 for the last.
    package let attempt: Int
    package let headers: [(name: String, value: String)]
    package let body: [UInt8]
}

/// The authentication of deliveries: either value, both or neither.
package struct WebhookSigning: Sendable {
    /// The whole header value, sent unchanged.
    package var authorization: String?
    /// The key of the signature over time and body.
    package var secret: String?

    package init(authorization: String? = nil, secret: String? = nil) {
        self.authorization = authorization
        self.secret = secret
    }
}
