import EntitlementsDatabase
import Postgres
import TestSupport
import Testing

@testable import Migrations

/// The first upgrade from a release whose functions are in schema `api`.
@Suite("A release with schema api")
struct SchemaAPITests {
    @Test("its functions stay, and its servers can go on, restart and be stepped back to")
    func stays() async throws {
        try await Self.withSchemaAPI { own, scratch in
            let version = Schema.embedded.version
            let tenant = try await ScratchDatabase.lend(
                own.connectionString, { $0.functionsSchema = "api" }
            ) { old in
                let tenant = try await TestTenant.create(in: old.database)
                try await tenant.receive(.nowRunning(appUserID: "u_1"))
                let next = Schema.embedded.adding(
                    "-- Why.\n-- Compatible from schema version \(version).\nselect 1;\n")
                let report = try await scratch.migrate(to: next)
                #expect(report.version == version + 1 && report.isReleaseInstalled)
                #expect(report.droppedReleases == [])
                #expect(try await scratch.releases() == ["api", next.functionsSchema])
                #expect(try await tenant.standing(of: "u_1").isActive)
                try await tenant.receive(.nowRunning(id: "e_2", appUserID: "u_2"))
                return tenant
            }
            // A server of that release starts only if this is as it was.
            let deployment = try await scratch.ask(
                "select concat(schema_version, ' ', functions_hash) from api.get_deployment()")
            #expect(deployment == "\(version) hash")
            try await scratch.migrate(to: .embedded)
            let same = TestTenant(id: tenant.id, slug: tenant.slug, database: own.database)
            #expect(try await same.standing(of: "u_2").isActive)
        }
    }

    @Test("its servers count as present, and it is dropped when none was seen for an hour")
    func presence() async throws {
        try await Self.withSchemaAPI { own, scratch in
            _ = try await own.administer("select from api.note_presence(null, 'web-1/7', '{}')")
            try await scratch.migrate(to: .embedded)
            try await scratch.age(minutes: 61)
            let refusal = await #expect(throws: MigrationFailure.self) {
                try await scratch.migrate(to: .embedded.adding("-- Why.\nselect 1;\n"))
            }
            #expect(refusal?.description.contains("in api.") == true)
            let listed = try await own.database.call(ListReleases())
            #expect(listed.map(\.schemaName) == [release, "api"])
            #expect(listed.map(\.serverCount) == [0, 1])
            #expect(try await scratch.migrate(to: .embedded).droppedReleases == [])

            try await own.noteAgain(minutesAgo: 61)
            try await scratch.age(minutes: 61)
            #expect(try await scratch.migrate(to: .embedded).droppedReleases == ["api"])
            #expect(try await own.ask("select to_regnamespace('api') is null") == "t")
            #expect(try await own.ask("select count(*) from entitlements.deployments") == "0")
        }
    }

    @Test("row policies of an app ask the release that migrated last")
    func policies() async throws {
        try await Self.withSchemaAPI { own, scratch in
            func asked() async throws -> String? {
                try await own.ask(
                    """
                    select substring(prosrc from 'from (\\w+)\\.get_entitlements') from pg_proc
                     where oid = 'entitlements.has_entitlement'::regproc
                    """)
            }
            #expect(try await asked() == "api")
            for schema in [Schema.embedded, .other, .embedded] {
                try await scratch.migrate(to: schema)
                #expect(try await asked() == schema.functionsSchema)
            }
        }
    }

    /// Lends a database as a release with schema `api` leaves it.
    private static func withSchemaAPI(
        _ body: (ScratchDatabase, EmptyDatabase) async throws -> Void
    ) async throws {
        try await ScratchDatabase.with { own in
            let policies = try #require(
                Schema.embedded.migrations.first { $0.name == "0018_policy_roles.sql" })
            try await own.administer(
                """
                drop schema \(release) cascade;
                drop table entitlements.releases;
                alter table entitlements.migrations drop column compatible_from;
                insert into entitlements.deployments (functions_hash) values ('hash');
                create schema api authorization hearth_owner;
                grant usage on schema api to hearth_server;
                alter default privileges for role hearth_owner in schema api
                    grant execute on functions to hearth_server;
                set check_function_bodies = off;
                set role hearth_owner;
                \(Schema.embedded.functions.map(former).joined(separator: "\n"))
                reset role;
                \(policies.file.text)
                """)
            try await body(own, EmptyDatabase(connectionString: own.connectionString))
        }
    }

    /// A function as that release had it.
    private static func former(_ file: Schema.File) -> String {
        switch file.functionName {
        case "own_release", "list_releases": ""
        case "get_deployment":
            """
            create function api.get_deployment()
            returns table (schema_version integer, functions_hash text)
            language plpgsql stable security definer rows 1 set search_path = '' as $$ begin
                return query
                select (select max(migration.version) from entitlements.migrations migration),
                       deployment.functions_hash
                  from entitlements.deployments deployment;
            end $$;
            """
        case "note_presence":
            file.definition(in: "api")
                .replacing("api.own_release()", with: "''")
                .replacing(#/,\s+'release', _release\)/#, with: ")")
                .replacing(#/update entitlements.releases [^;]+;/#, with: "")
        default: file.definition(in: "api")
        }
    }
}
