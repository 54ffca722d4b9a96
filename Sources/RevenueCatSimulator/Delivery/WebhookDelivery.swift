/// One attempt to deliver an event, as it goes over the wire.
package struct WebhookDelivery: Sendable {
    package let eventID: String
    package let eventType: String
    /// 1 for the first attempt, 6 for the last.
    package let attempt: Int
    package let headers: [(name: String, value: String)]
    package let body: [UInt8]
}

/// How deliveries prove that RevenueCat sent them: either, both or neither.
package struct WebhookSigning: Sendable {
    /// Sent as it is, without a scheme.
    package var authorization: String?
    /// The key of the signature over time and body.
    package var secret: String?

    package init(authorization: String? = nil, secret: String? = nil) {
        self.authorization = authorization
        self.secret = secret
    }
}
