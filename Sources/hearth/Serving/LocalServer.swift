import Curl

/// A Hearth server on this machine, as commands and the demo reach it.
struct LocalServer: Sendable {
    /// The URL without a path.
    let address: String

    /// The Host header to send, if the server accepts certain names only.
    private let hostHeader: String?

    static let timeoutMilliseconds = 10_000

    init(address: String) {
        self.address = address
        hostHeader = nil
    }

    /// A server that listens on a host and port.
    init(listeningOn host: String, port: Int, hostHeader: String?) {
        let connectable =
            switch host {
            case "0.0.0.0", "": "127.0.0.1"
            case "::": "::1"
            default: host
            }
        let bracketed = connectable.contains(":") ? "[\(connectable)]" : connectable
        address = "http://\(bracketed):\(port)"
        self.hostHeader = hostHeader
    }

    /// Sends a request over a connection of its own, past any proxy.
    func send(
        _ method: String, _ path: String, headers: [(name: String, value: String)] = [],
        body: [UInt8]? = nil
    ) async throws -> CurlResponse {
        var request = CurlRequest(
            method, address + path, addressFilter: .any,
            headers: headers + (hostHeader.map { [("host", $0)] } ?? []), body: body)
        request.totalTimeoutMilliseconds = Self.timeoutMilliseconds
        var configuration = HTTPClient.Configuration()
        configuration.proxy = .none
        let client = HTTPClient(configuration: configuration)
        return try await withThrowingTaskGroup(of: Void.self) { [request] group in
            group.addTask { try await client.run() }
            defer { group.cancelAll() }
            return try await client.send(request)
        }
    }
}
