import EntitlementsDatabase
import Foundation
import Migrations
import Postgres
import PrivateCluster
import TestSupport

/// A stopped, migrated cluster.
///
/// Copying it takes a tenth of the time that `hearth up` needs to create one.
actor PreparedCluster {
    static let shared = PreparedCluster()

    /// Removed at the end of the process.
    private static let folder: TestFolder = {
        atexit { PreparedCluster.folder.remove() }
        return TestFolder(named: "prepared")
    }()

    private var making: Task<String, any Error>?

    /// Copies the cluster into a data directory that has none.
    func copy(into dataDirectory: String) async throws {
        let target = dataDirectory + "/postgres"
        guard !FileManager.default.fileExists(atPath: target) else { return }
        let making = making ?? Task { try await Self.make() }
        self.making = making
        let source = try await making.value
        try FileManager.default.createDirectory(
            atPath: dataDirectory, withIntermediateDirectories: true)
        // Keeps the owner, as Postgres does not run as root.
        let copying = try Process.run(
            URL(filePath: "/bin/cp"), arguments: ["--archive", source, target])
        copying.waitUntilExit()
        guard copying.terminationStatus == 0 else { throw CopyFailed() }
    }

    private static func make() async throws -> String {
        let directory = folder.path + "/postgres"
        let cluster = TestCluster.make(in: directory)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await cluster.run() }
            try await AdministrationConnection.withConnection(
                to: try await cluster.connectionString()
            ) { connection in
                _ = try await Migrator(connection: connection, logger: .silent).migrate()
            }
            group.cancelAll()
            try await group.waitForAll()
        }
        return directory
    }

    private struct CopyFailed: Error {}
}
