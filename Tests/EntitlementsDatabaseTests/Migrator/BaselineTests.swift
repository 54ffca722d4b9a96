import Foundation
import TestSupport
import Testing

@testable import Migrations

/// The fixture is a dump of a database that the 57 migrations of commit f3658d0 made, with a
/// tenant, an app user, and a purchase, a change and a policy role of theirs.
@Suite("The schema of the release candidates", .timeLimit(.minutes(5)))
struct BaselineTests {
    @Test("it moves on to the baseline, and its rows stay")
    func adoption() async throws {
        let fresh = try await ScratchDatabase.with { try await lines($0.connectionString) }
        try await withReleaseCandidate { database in
            let first = try await database.migrate(to: .embedded)
            #expect(first.isBaselineAdopted && first.isReleaseInstalled)
            #expect(first.version == Schema.embedded.version)
            #expect(
                first.appliedMigrations
                    == Schema.embedded.migrations.dropFirst(Baseline.version).map(\.name))
            try await database.requireDeployment()

            let adopted = try await lines(database.connectionString)
            #expect(adopted.count > 2000)
            #expect(adopted.symmetricDifference(fresh) == [])
            let rows = try await database.ask(
                """
                select concat_ws(' ', tenant.slug, own.app_user_id, bought.product_id,
                                 change.place, admitted.role_name)
                  from entitlements.tenants tenant
                  join entitlements.app_user_ids own using (tenant_id)
                  join entitlements.purchases bought using (tenant_id)
                  join entitlements.pending_changes change using (tenant_id)
                  join entitlements.policy_roles admitted using (tenant_id)
                """)
            #expect(rows == "stockpot u_1 monthly 1 kitchen")

            let second = try await database.migrate(to: .embedded)
            #expect(!second.isBaselineAdopted && second.appliedMigrations == [])
        }
    }

    @Test("any other schema of before the baseline is refused, and stays as it is")
    func others() async throws {
        try await withReleaseCandidate { database in
            for change in [
                "insert into entitlements.migrations values (58, '0058_a.sql', '')",
                "delete from entitlements.migrations where version > 56",
                "update entitlements.migrations set checksum = '' where version = 56",
            ] {
                _ = try await database.ask(change)
                let refusal = await #expect(throws: MigrationFailure.self) {
                    try await database.migrate(to: .embedded)
                }
                #expect(refusal?.description.contains("0001_foundation.sql") == true, "\(change)")
            }
            let column = try await database.ask(
                """
                select attname from pg_attribute where attnum = 2
                   and attrelid = 'entitlements.pending_changes'::regclass
                """)
            #expect(column == "position")
        }
    }

    private func lines(_ connectionString: String) async throws -> Set<String> {
        try await DatabaseAccess.lines(connectionString)
            .union(DatabaseAccess.definitions(connectionString))
    }

    /// Lends the restored fixture, with a superuser: only such a login could make it.
    private func withReleaseCandidate(
        _ body: (EmptyDatabase) async throws -> Void
    ) async throws {
        try await ScratchDatabase.withEmpty { connectionString in
            // By the administrator, who is then a member of them in each test that follows.
            try await EmptyDatabase(connectionString: connectionString).createRoles()
            let database = EmptyDatabase(
                connectionString: TestCluster.superuser(of: connectionString))
            let folder = TestFolder(named: "baseline")
            defer { folder.remove() }
            let dump = try unpacked(into: folder)
            try FreshCluster.run(
                "psql",
                [
                    "--quiet", "--set=ON_ERROR_STOP=1", "--dbname=\(database.connectionString)",
                    "--file=\(dump)",
                ])
            try await body(database)
        }
    }

    private func unpacked(into folder: TestFolder) throws -> String {
        let packed = PackageRoot.url.appending(path: "Tests/Fixtures/schema_57.sql.gz")
        let path = folder.path + "/schema_57.sql"
        #expect(FileManager.default.createFile(atPath: path, contents: nil))
        let process = try TestProcess(
            "/usr/bin/gzip", ["--decompress", "--stdout", packed.path()],
            output: FileHandle(forWritingTo: URL(filePath: path)))
        #expect(process.waitUntilExit() == .status(0))
        return path
    }
}
