import Foundation
import Postgres
import PrivateCluster
import TestSupport
import Testing

/// A cluster without our roles, for one test, and the client programs of its version.
enum FreshCluster {
    /// Lends a cluster without our roles.
    static func with(
        _ body: (TestFolder, String) async throws -> Void
    ) async throws {
        let folder = TestFolder(named: "restored")
        defer { folder.remove() }
        let cluster = TestCluster.make(in: folder.path + "/postgres")
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await cluster.run() }
            try await body(folder, try await cluster.connectionString())
            group.cancelAll()
            try await group.waitForAll()
        }
    }

    /// Dumps a database as OPERATIONS says: the administrator acts as `hearth_backup`.
    static func dump(
        _ connectionString: String, to file: String, format: String = "custom"
    ) throws {
        try run(
            "pg_dump",
            [
                "--role=hearth_backup", "--enable-row-security", "--format=\(format)",
                "--file=\(file)", "--dbname=\(connectionString)",
            ])
    }

    /// Runs a program silently: its errors about missing roles are expected.
    static func run(_ program: String, _ arguments: [String]) throws {
        let process = try TestProcess(
            TestPostgres.program(program), ["--no-password"] + arguments)
        #expect(process.waitUntilExit() == .status(0))
    }
}
