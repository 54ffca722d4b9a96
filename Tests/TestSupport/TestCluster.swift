import Dispatch
import FoundationEssentials
import Glibc
import Logging
import Postgres
import PrivateCluster

/// The Postgres of a test process: a cluster in a temporary directory, or the one in
/// `HEARTH_TEST_DATABASE_URL`.
package enum TestCluster {
    /// The administrator's connection string.
    ///
    /// The first call starts the cluster.
    package static func connectionString() async throws -> String {
        if let given = ProcessInfo.processInfo.environment["HEARTH_TEST_DATABASE_URL"] {
            guard isLocal(given) else { throw NotLocal() }
            return given
        }
        return try await OwnCluster.shared.cluster.connectionString()
    }

    /// True if the server is on this machine, as tests drop databases.
    ///
    /// Without a host in the string, an environment variable may name another one.
    static func isLocal(_ connectionString: String) -> Bool {
        let settings = connectionString.split { " ?&".contains($0) }
        var hosts = settings.filter { $0.hasPrefix("host=") || $0.hasPrefix("hostaddr=") }
            .flatMap { $0.drop { $0 != "=" }.dropFirst().split(separator: ",") }
        if let scheme = connectionString.firstRange(of: "://") {
            let authority = connectionString[scheme.upperBound...].prefix { !"/?".contains($0) }
            let servers =
                authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
            hosts += servers.split(separator: ",").map { $0.prefix { $0 != ":" } }
        }
        return !hosts.isEmpty
            && hosts.allSatisfy { host in
                host.hasPrefix("/") || host.lowercased().hasPrefix("%2f")
                    || ["127.0.0.1", "localhost"].contains(host)
            }
    }

    /// The environment names a database on another machine.
    struct NotLocal: Error {}
}

/// The cluster of this process, which stops with the process.
private struct OwnCluster: Sendable {
    static let shared = OwnCluster()

    let cluster: PrivateCluster
    private let folder = TestFolder(named: "cluster")
    private let running: Task<Void, any Error>
    private let hasEnded = DispatchSemaphore(value: 0)

    private init() {
        let cluster = PrivateCluster(
            directory: folder.path + "/postgres",
            settings: [
                "max_connections": "1000", "shared_preload_libraries": "pg_stat_statements",
                "pg_stat_statements.track": "none",
            ],
            isDurable: false, logger: .silent)
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
