import ArgumentParser
import Curl

/// Asks the server on this machine whether it is ready: a container's health check.
struct Health: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Ask the server on this machine whether it is ready; exit status 0 if so.")

    @Option(help: "The server's port. By default, HEARTH_PORT.")
    var port: Int?

    func validate() throws {
        if let port, !(1...65_535).contains(port) {
            throw ValidationError("--port must be from 1 to 65535.")
        }
    }

    func run() async throws {
        let http = try Configuration.fromEnvironment().http
        let server = LocalServer(
            listeningOn: http.host, port: port ?? http.port, hostHeader: http.allowedHosts.first)
        let response: CurlResponse
        do {
            response = try await server.send("GET", "/readyz")
        } catch {
            throw OperatorMessage(
                "the server does not answer", why: "no answer at \(server.address)",
                exitStatus: .unavailable)
        }
        guard response.status == 200 else {
            throw OperatorMessage(
                "the server is not ready", why: String(decoding: response.body, as: UTF8.self),
                exitStatus: .unavailable)
        }
        print("ready")
    }
}
