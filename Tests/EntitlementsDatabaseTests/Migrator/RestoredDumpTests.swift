import EntitlementsDatabase
import Foundation
import Logging
import Postgres
import PrivateCluster
import TestSupport
import Testing

@Suite("A dump restored without roles", .timeLimit(.minutes(5)))
struct RestoredDumpTests {
    @Test("it is refused with a message, and works again after a migration")
    func restored() async throws {
        try await ScratchDatabase.with { own in
            let tenant = try await TestTenant.create(in: own.database)
            let other = try await TestTenant.create(in: own.database)
            try await tenant.receive(.initialPurchase(appUserID: "u_1"))
            let fresh = try await Self.access(own.connectionString)
            try await Self.withFreshCluster { folder, cluster in
                let dump = folder.path + "/dump.sql"
                try Self.run("pg_dump", ["--dbname=\(own.connectionString)", "--file=\(dump)"])
                try Self.run("psql", ["--quiet", "--dbname=\(cluster)", "--file=\(dump)"])

                let refusal = await #expect(throws: MigrationFailure.self) {
                    try await EmptyDatabase(connectionString: cluster).requireDeployment()
                }
                #expect(refusal?.description.contains("the role hearth_owner") == true)

                let database = EmptyDatabase(connectionString: cluster)
                let first = try await database.migrate(to: .embedded)
                #expect(first.isAccessRepaired && first.isFunctionSchemaRebuilt)
                #expect(first.appliedMigrations == [])
                let second = try await database.migrate(to: .embedded)
                #expect(!second.isAccessRepaired && !second.isFunctionSchemaRebuilt)
                try await database.requireDeployment()
                let restored = try await Self.access(cluster)
                #expect(restored.count > 500)
                #expect(restored.symmetricDifference(fresh) == [])

                try await ScratchDatabase.lend(cluster) { restored in
                    let same = TestTenant(
                        id: tenant.id, slug: tenant.slug, database: restored.database)
                    let moment = RevenueCatEvent.defaultPurchase.advanced(byDays: 1)
                    #expect(try await same.standing(of: "u_1", at: moment) == .active("active"))
                    try await same.receive(.initialPurchase(appUserID: "u_2"))
                    let stranger = TestTenant(
                        id: other.id, slug: other.slug, database: restored.database)
                    #expect(try await stranger.standing(of: "u_1", at: moment).isActive == false)
                }
                let seen = try await database.ask(
                    """
                    begin;
                    set local role hearth_server;
                    set local hearth.tenant_id = '\(other.id)';
                    select count(*) from entitlements.purchases
                    """)
                #expect(seen == "0")
            }
        }
    }

    @Test("the migrator repairs a lost grant, policy or owner")
    func lostByHand() async throws {
        try await ScratchDatabase.with { own in
            let fresh = try await Self.access(own.connectionString)
            let database = EmptyDatabase(connectionString: own.connectionString)
            for loss in [
                "revoke all on entitlements.purchases from hearth_server",
                "drop policy tenant_isolation on entitlements.purchases",
                "alter table entitlements.purchases no force row level security",
                "alter table entitlements.purchases owner to current_user",
                "alter schema api owner to current_user",
            ] {
                try await own.administer(loss)
                await #expect(throws: MigrationFailure.self, "\(loss)") {
                    try await database.requireDeployment()
                }
                #expect(try await database.migrate(to: .embedded).isAccessRepaired, "\(loss)")
                let repaired = try await Self.access(own.connectionString)
                #expect(repaired.symmetricDifference(fresh) == [], "\(loss)")
            }
        }
    }

    /// The owners, privileges and policies of the schemas, one per line.
    private static func access(_ connectionString: String) async throws -> Set<String> {
        let query = """
            with things (kind, name, owner, access) as (
                select 'schema', nspname::text, nspowner,
                       coalesce(nspacl, acldefault('n', nspowner))
                  from pg_namespace where nspname in ('api', 'entitlements')
                 union all
                select 'table',
                       relname::text || ' ' || relrowsecurity || ' ' || relforcerowsecurity,
                       relowner, coalesce(relacl, acldefault('r', relowner))
                  from pg_class where relnamespace = 'entitlements'::regnamespace
                   and relkind in ('r', 'v')
                 union all
                select 'column', attrelid::regclass || '.' || attname, relowner, attacl
                  from pg_attribute join pg_class on pg_class.oid = attrelid
                 where relnamespace = 'entitlements'::regnamespace and attacl is not null
                 union all
                select 'function', pg_proc.oid::regprocedure::text, proowner,
                       coalesce(proacl, acldefault('f', proowner))
                  from pg_proc where pronamespace::regnamespace::text in ('api', 'entitlements')
                   and prokind <> 'p'
                 union all
                select 'type', typname::text, typowner, acldefault('T', typowner)
                  from pg_type where typnamespace = 'entitlements'::regnamespace
            )
            select concat_ws(' ', kind, name, owner::regrole, grantee::regrole, privilege_type)
              from things, lateral aclexplode(access)
             union all
            select concat_ws(' ', tablename, policyname, permissive, roles, cmd, qual, with_check)
              from pg_policies
             union all
            select concat_ws(' ', defaclrole::regrole, defaclobjtype, defaclacl)
              from pg_default_acl
            """
        let rows = try await AdministrationConnection.withConnection(to: connectionString) {
            try await $0.execute(query)
        }
        return Set(rows.compactMap { $0.first ?? nil })
    }

    /// Lends a cluster without our roles.
    private static func withFreshCluster(
        _ body: (TestFolder, String) async throws -> Void
    ) async throws {
        let folder = TestFolder(named: "restored")
        defer { folder.remove() }
        let cluster = PrivateCluster(
            directory: folder.path + "/postgres", isDurable: false, logger: .silent)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await cluster.run() }
            try await body(folder, try await cluster.connectionString())
            group.cancelAll()
            try await group.waitForAll()
        }
    }

    /// Runs a program silently: its errors about missing roles are expected.
    private static func run(_ program: String, _ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/\(program)")
        process.arguments = ["--no-password"] + arguments
        process.standardError = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }
}
