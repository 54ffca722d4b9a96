package import Tracing

/// Where spans are sent, and what they say of this process.
package struct OTLPDestination: Sendable {
    /// The collector's URL for traces.
    package let url: String
    /// Sent with each batch; may hold secrets.
    package let headers: [(name: String, value: String)]
    /// Of this process, such as `service.name`.
    package let resource: SpanAttributes

    package init(
        url: String, headers: [(name: String, value: String)] = [], resource: SpanAttributes
    ) {
        self.url = url
        self.headers = headers
        self.resource = resource
    }
}
