/// One request of HTTP, and what its answer may cost.
package struct CurlRequest: Sendable {
    /// Which addresses may be connected to.
    package enum AddressFilter: Sendable {
        /// All of them: for URLs that an operator wrote.
        case any
        /// Those of the public internet, and never by way of a proxy: for URLs of callers.
        case publicOnly
    }

    package var method: String
    /// With its scheme, http or https, and without a user or a password.
    package var url: String
    package var addressFilter: AddressFilter
    /// They are sent in this order, and a name may occur twice.
    package var headers: [(name: String, value: String)]
    package var body: [UInt8]?
    /// For the server's name, TCP and TLS together.
    package var connectTimeoutMilliseconds = 5_000
    /// From the call to the last byte of the answer, waiting for a free place included.
    package var totalTimeoutMilliseconds = 30_000
    package var maximumBodyBytes = 1_048_576

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
