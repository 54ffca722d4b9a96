extension HTTPClient {
    /// How requests leave this machine, and every limit.
    package struct Configuration: Sendable {
        /// The proxy of requests that may go to any address.
        package enum Proxy: Sendable {
            /// As libcurl reads `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy`.
            case ofEnvironment
            case none
            case at(url: String)
        }

        package var userAgent = "hearth"
        package var proxy = Proxy.ofEnvironment
        /// A file of certificate authorities to trust instead of the system's.
        package var certificateAuthoritiesPath: String?
        package var maximumConnections = 32
        package var maximumConnectionsPerHost = 8
        package var maximumRequestsInFlight = 64
        package var maximumRequestsWaiting = 1_024
        /// The limit of all headers and trailers, those of interim answers included.
        package var maximumHeaderBytes = 65_536
        package var maximumHeaderLines = 256
        /// How long requests in flight may continue after a graceful shutdown begins.
        package var shutdownGraceMilliseconds = 5_000

        package init() {}
    }
}
