import Dispatch
import FoundationEssentials
import Glibc
package import Logging
package import PrivateCluster

/// The Postgres of a test process: a cluster in a temporary directory.
package enum TestCluster {
    /// The connection string of an administrator without superuser, as a managed Postgres gives:
    /// it migrates, and owns the databases.
    ///
    /// The first call starts the cluster.
    package static func connectionString() async throws -> String {
        try await OwnCluster.shared.cluster.connectionString()
    }

    /// The same for a superuser: tests see every row with it, and break things.
    package static func superuserConnectionString() async throws -> String {
        superuser(of: try await connectionString())
    }

    /// The connection string with the superuser of our clusters as its login.
    package static func superuser(of connectionString: String) -> String {
        // libpq uses the last of several.
        "\(connectionString) user=\(PrivateCluster.superuser)"
    }

    /// The connection string with another database.
    package static func database(_ name: String, of connectionString: String) -> String {
        "\(connectionString) dbname=\(name)"
    }

    /// A cluster with the programs of the tests.
    package static func make(
        in directory: String, settings: [String: String] = [:], isDurable: Bool = false,
        logger: Logger = .silent
    ) -> PrivateCluster {
        PrivateCluster(
            directory: directory, settings: settings, isDurable: isDurable,
            programsFolder: TestPostgres.programsFolder, logger: logger)
    }
}

/// The cluster of this process, which stops with the process.
private struct OwnCluster: Sendable {
    static let shared = OwnCluster()

    let cluster: PrivateCluster
    private let folder = TestFolder(named: "cluster")
    private let running: Task<Void, any Error>
    private let hasEnded = DispatchSemaphore(value: 0)

    private init() {
        let cluster = TestCluster.make(
            in: folder.path + "/postgres",
            settings: [
                "max_connections": "1000", "shared_preload_libraries": "pg_stat_statements",
                "pg_stat_statements.track": "none",
            ])
        self.cluster = cluster
        running = Task { [hasEnded] in
            defer { hasEnded.signal() }
            await TestFolder.removeLeftovers()
            try await cluster.run()
        }
        atexit { OwnCluster.shared.stop() }
    }

    /// Blocks until the cluster has stopped, as an ended process cannot stop it.
    private func stop() {
        running.cancel()
        _ = hasEnded.wait(timeout: .now() + .seconds(15))
        folder.remove()
    }
}
