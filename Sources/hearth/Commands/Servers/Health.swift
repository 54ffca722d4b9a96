import ArgumentParser
import Curl

/// Asks the server on this machine whether it is ready: a container's health check.
struct Health: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Ask the server on this machine whether it is ready; exit status 0 if so.",
        discussion: "Example: hearth health --port 8080")

    @Option(help: "The server's port; by default, HEARTH_PORT.")
    var port: Int?

    @Option(help: "Ask the server of the `hearth up` that runs in this directory.")
    var dataDirectory: String?

    func validate() throws {
        if port != nil, dataDirectory != nil {
            throw ValidationError("--port and --data-directory name two servers: give one.")
        }
        if let port, !(1...65_535).contains(port) {
            throw ValidationError("--port must be from 1 to 65535.")
        }
    }

    func run() async throws {
        let server = try await server()
        let response: CurlResponse
        do {
            response = try await server.send("GET", "/readyz")
        } catch {
            throw OperatorMessage(
                "the server does not answer", why: "no answer at \(server.address)",
                advice: "Name another port with HEARTH_PORT or --port, or the directory of "
                    + "a running `hearth up` with --data-directory.",
                exitStatus: .unavailable)
        }
        guard response.status == 200 else {
            throw OperatorMessage(
                "the server is not ready", why: String(decoding: response.body, as: UTF8.self),
                exitStatus: .unavailable)
        }
        print("ready")
    }

    private func server() async throws -> LocalServer {
        let http = try Configuration.fromEnvironment().http
        guard let dataDirectory else {
            return LocalServer(
                listeningOn: http.host, port: port ?? http.port,
                hostHeader: http.allowedHosts.first)
        }
        guard let announced = await DataDirectory(path: dataDirectory).announcedServer() else {
            throw OperatorMessage(
                "the server does not answer", why: "no `hearth up` answers in \(dataDirectory)",
                advice: "Name the directory that it was started with.", exitStatus: .unavailable)
        }
        return LocalServer(address: announced.address)
    }
}
