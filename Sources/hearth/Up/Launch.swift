import Entitlements
import EntitlementsAPI
import EntitlementsDatabase
import Logging
import Postgres
import ServiceLifecycle

/// One run of `hearth up`, from an empty directory to a server with people in it.
struct Launch: Service {
    let configuration: Configuration
    let directory: DataDirectory
    let tenants: [TenantDefinition]
    let keys: KeyRing
    let hasDemo: Bool
    let printsJSON: Bool
    let logger: Logger

    /// The Postgres that the server is to use, and an administrator's way to it.
    let database: @Sendable () async throws -> (url: String, administrator: String)

    func run() async throws {
        let prepared: (url: String, keys: KeyRing)
        do {
            prepared = try await cancelWhenGracefulShutdown {
                let (url, administrator) = try await database()
                return (url, try await prepare(url, administrator: administrator))
            }
        } catch {
            // Being stopped before the end is no failure.
            guard Task.isShuttingDownGracefully else { throw error }
            return
        }
        let server = HearthServer(
            configuration: configuration, databaseURL: prepared.url, secretBox: try secretBox,
            metrics: .bootstrap(), logger: logger
        ) { port in
            try await welcome(prepared.keys, port: port)
        }
        try await server.run()
    }

    /// The schema, the tenants and the keys: what must be there before anybody is served.
    private func prepare(_ url: String, administrator: String) async throws -> KeyRing {
        _ = try await DatabaseMigration.run(administrator, logger: logger)
        let secretBox = try secretBox
        let known = try await DatabaseSession.run(
            url, configuration: configuration, logger: logger
        ) { database in
            try await Provisioning(
                database: database, secretBox: secretBox,
                isDevelopment: configuration.isDevelopment
            ).provision(tenants, with: keys)
        }
        if known != keys { try directory.write(known) }
        return known
    }

    private var secretBox: SecretBox {
        get throws {
            guard let secretBox = SecretBox(keyBytes: keys.encryptionKey) else {
                throw OperatorMessage.encryptionKeyMissing
            }
            return secretBox
        }
    }

    /// The server listens: people move in, and then the one who waits is told.
    private func welcome(_ keys: KeyRing, port: Int) async throws {
        let client = LoopbackHTTPClient(
            host: LoopbackHTTPClient.connectableHost(for: configuration.http.host), port: port,
            hostHeader: configuration.http.allowedHosts.first)
        if hasDemo {
            try await DemoDelivery(client: client, keys: keys).deliver(to: tenants)
        }
        let banner = Banner(
            address: client.address, keys: keys, tenants: tenants, dataDirectory: directory.path)
        StandardStream.output.writeLine(
            printsJSON ? keys.readyLine(address: client.address) : banner.text)
    }
}
