/// One HTTP request, and the limits of its answer.
package struct CurlRequest: Sendable {
    /// The addresses that the request may connect to.
    package enum AddressFilter: Sendable {
        /// All addresses: for URLs that an operator wrote.
        case any
        /// Public addresses only, without a proxy: for callers' URLs.
        case publicOnly
    }

    package var method: String
    /// With its scheme, http or https, and without user or password.
    package var url: String
    package var addressFilter: AddressFilter
    /// Sent in this order; a name may occur more than once.
    package var headers: [(name: String, value: String)]
    package var body: [UInt8]?
    /// The limit for name resolution, TCP and TLS together.
    package var connectTimeoutMilliseconds = 5_000
    /// From the call to the answer's last byte, including the time in the queue.
    package var totalTimeoutMilliseconds = 30_000
    package var maximumBodyBytes = 1_048_576
    /// The name of the request's span, if the caller has one; nil: none, and no trace is passed on.
    package var spanName: String?
    package var spanAttributes: [String: String] = [:]

    package init(
        _ method: String, _ url: String, addressFilter: AddressFilter,
        headers: [(name: String, value: String)] = [], body: [UInt8]? = nil
    ) {
        self.method = method
        self.url = url
        self.addressFilter = addressFilter
        self.headers = headers
        self.body = body
    }
}
