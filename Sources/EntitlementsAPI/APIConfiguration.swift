/// The address and the limits of the API.
///
/// Every limit has a value; none is "unlimited".
package struct APIConfiguration: Sendable {
    package var host: String
    /// 0 chooses a free port.
    package var port: Int
    /// Accepts webhooks without a credential, with a warning each time.
    package var isDevelopment: Bool

    package var maximumBodyBytes = 1_048_576
    /// Path and query together.
    package var maximumTargetBytes = 8_192
    package var maximumHeaderBytes = 32_768
    package var maximumHeaders = 100
    package var maximumConnections = 4_000

    /// The time for silence between requests, and for sending a request's head.
    package var idleTimeoutSeconds = 30
    /// The time from the head of a request to the last byte of its body.
    package var requestReadDeadlineSeconds = 15
    /// The time for a peer to close its side of a connection after the server closed its own.
    package var lingeringSeconds = 1

    /// The hosts that this server answers for, with or without a port; empty means all.
    package var allowedHosts: [String] = []

    /// Whether `/metrics` is one of the routes.
    package var servesMetrics = true

    /// Whether the console is served, at `/console`.
    package var servesConsole = true

    /// Shared with who stops the server.
    package var draining = Draining()

    package init(host: String, port: Int, isDevelopment: Bool = false) {
        self.host = host
        self.port = port
        self.isDevelopment = isDevelopment
    }
}
