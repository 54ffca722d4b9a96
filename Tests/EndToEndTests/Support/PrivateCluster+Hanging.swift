import Glibc
import Postgres
import PrivateCluster
import TestSupport
import Testing

extension PrivateCluster {
    /// Stops all processes of the running Postgres, so that no request is answered.
    func whileHanging(_ body: () async throws -> Void) async throws {
        let postmaster = try #require(postmasterProcessID())
        let place = TestCluster.superuser(of: try #require(await runningConnectionString()))
        let backends = try await AdministrationConnection.withConnection(to: place) {
            try await $0.execute("select pid from pg_stat_activity")
        }
        let processes = [postmaster] + backends.compactMap { $0[0].flatMap { pid_t($0) } }
        for process in processes { kill(process, SIGSTOP) }
        defer { for process in processes { kill(process, SIGCONT) } }
        try await body()
    }
}
