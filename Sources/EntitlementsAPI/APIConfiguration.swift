/// Where the API listens and what it puts up with.
///
/// Every limit has a value; none is "unlimited".
package struct APIConfiguration: Sendable {
    package var host: String
    /// 0 takes any free port.
    package var port: Int
    /// Lets a webhook without a credential in, with a warning each time.
    package var isDevelopment: Bool

    package var maximumBodyBytes = 1_048_576
    /// Path and query together.
    package var maximumTargetBytes = 8_192
    package var maximumHeaderBytes = 32_768
    package var maximumHeaders = 100
    package var maximumConnections = 4_000

    /// How long a connection may be silent between requests, or send a request's head.
    package var idleTimeoutSeconds = 30
    /// From the head of a request to the last byte of its body.
    package var requestReadDeadlineSeconds = 15
    /// How long a peer has to close its side of a connection after we closed ours.
    package var lingeringSeconds = 1

    /// The names this server answers to, each with or without a port; empty means any name.
    package var allowedHosts: [String] = []

    package init(host: String, port: Int, isDevelopment: Bool = false) {
        self.host = host
        self.port = port
        self.isDevelopment = isDevelopment
    }
}
