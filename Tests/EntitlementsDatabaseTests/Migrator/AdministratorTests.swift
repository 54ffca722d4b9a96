import EntitlementsDatabase
import FoundationEssentials
import Migrations
import Postgres
import TestSupport
import Testing

@Suite("The administrator who migrates")
struct AdministratorTests {
    @Test("a login without rights is refused before anything is touched; the remedies suffice")
    func remedies() async throws {
        try await EmptyDatabase.with { scratch in
            let login = "login_\(UUID().uuidString.prefix(8).lowercased())"
            let superuser = EmptyDatabase(
                connectionString: TestCluster.superuser(of: scratch.connectionString))
            // The roles are there: an administrator of this cluster has migrated another database.
            try await scratch.createRoles()
            _ = try await superuser.ask("create role \(login) login; select 1")
            let poor = EmptyDatabase(
                connectionString: "\(scratch.connectionString) user=\(login)")

            let rights = try await refusal(of: poor)
            let name = try await scratch.ask("select current_database()") ?? ""
            #expect(
                rights.map(\.words).sorted() == [
                    "the right to create schemas in database \(name)",
                    "the role hearth_backup", "the role hearth_owner", "the role hearth_server",
                ])
            #expect(
                try await superuser.ask("select to_regnamespace('entitlements') is null") == "t")

            for right in rights { _ = try await superuser.ask("\(right.remedy); select 1") }
            #expect(try await poor.migrate(to: .embedded).version == Schema.embedded.version)
            try await poor.requireDeployment()
            // And a second time, with functions of another release, after an hour.
            _ = try await superuser.ask(
                """
                update entitlements.releases set seen_at = now() - interval '61 minutes' returning 1
                """)
            let other = try await poor.migrate(to: .other)
            #expect(other.isReleaseInstalled && other.droppedReleases == [release])
        }
    }

    @Test("in a cluster without the roles, the login must be able to create them")
    func withoutRoles() async throws {
        try await FreshCluster.with { _, connectionString in
            let superuser = EmptyDatabase(
                connectionString: TestCluster.superuser(of: connectionString))
            _ = try await superuser.ask(
                "create role poor login; grant create on database hearth to poor; select 1")
            let poor = EmptyDatabase(connectionString: "\(connectionString) user=poor")
            #expect(
                try await refusal(of: poor) == [
                    LackingRight(
                        words: "the right to create roles", remedy: "alter role poor createrole")
                ])
            #expect(try await superuser.ask("select to_regrole('hearth_owner') is null") == "t")

            _ = try await superuser.ask("alter role poor createrole; select 1")
            #expect(try await poor.migrate(to: .embedded).version == Schema.embedded.version)
        }
    }

    private func refusal(of database: EmptyDatabase) async throws -> [LackingRight] {
        let failure = await #expect(throws: MigrationFailure.self) {
            try await database.migrate(to: .embedded)
        }
        guard case .rightsLacking(let rights) = failure else { return [] }
        return rights
    }
}
