import EntitlementsDatabase
import Migrations
import Postgres
import TestSupport
import Testing

@Suite("Tenants are kept apart, or the database is refused", .timeLimit(.minutes(20)))
struct IsolationTests {
    /// Makes every restrictive policy permissive, as Citus does on its shards.
    private static let makeAllPermissive = """
        do $$
        declare
            _lost record;
        begin
            for _lost in
                select polrelid::regclass as table_name, pg_get_expr(polqual, polrelid) as condition
                  from pg_policy where polname = 'tenant_isolation'
            loop
                execute format('drop policy tenant_isolation on %s', _lost.table_name);
                execute format(
                    'create policy tenant_isolation on %s to hearth_server using (%s)',
                    _lost.table_name, _lost.condition);
            end loop;
        end
        $$
        """

    @Test("policies that no longer restrict are refused and mended, and show no row meanwhile")
    func permissive() async throws {
        try await ScratchDatabase.with { own in
            let tenant = try await TestTenant.create(in: own.database)
            try await tenant.receive(.initialPurchase(appUserID: "u_1"))
            let fresh = try await DatabaseAccess.lines(own.connectionString)
            let database = EmptyDatabase(connectionString: own.connectionString)
            _ = try await database.ask(Self.makeAllPermissive)

            #expect(try await database.ask(Self.rowsWithoutTenant) == "0")
            let refusal = await #expect(throws: MigrationFailure.self) {
                try await database.requireDeployment()
            }
            #expect(refusal?.description.contains("tables that keep tenants apart") == true)
            #expect(try await database.migrate(to: .embedded).isAccessRepaired)
            try await database.requireDeployment()
            let repaired = try await DatabaseAccess.lines(own.connectionString)
            #expect(repaired.symmetricDifference(fresh) == [])
        }
    }

    @Test("rows that show without a tenant are refused, although every definition is as made")
    func seen() async throws {
        try await ScratchDatabase.with { own in
            let tenant = try await TestTenant.create(in: own.database)
            try await tenant.receive(.initialPurchase(appUserID: "u_1"))
            let database = EmptyDatabase(connectionString: own.connectionString)
            try await database.requireDeployment()
            _ = try await database.ask(
                """
                create or replace function entitlements.current_tenant_id() returns uuid
                language sql stable as $$ select '\(tenant.id)'::uuid $$
                """)

            #expect(try await database.ask(Self.rowsWithoutTenant) != "0")
            let refusal = await #expect(throws: MigrationFailure.self) {
                try await database.requireDeployment()
            }
            #expect(refusal?.description.contains("entitlements.purchases") == true)
            await #expect(throws: MigrationFailure.self) {
                try await database.migrate(to: .embedded)
            }
        }
    }

    @Test("a policy for a role of the administrator's own is kept, and is no reason to refuse")
    func ownRole() async throws {
        try await ScratchDatabase.with { own in
            let database = EmptyDatabase(connectionString: own.connectionString)
            _ = try await database.ask(
                "create policy analysts on entitlements.purchases to pg_monitor using (true)")
            try await database.requireDeployment()
            _ = try await database.ask("drop policy tenant_rows on entitlements.purchases")
            #expect(try await database.migrate(to: .embedded).isAccessRepaired)
            let kept = try await database.ask(
                "select count(*) from pg_policies where policyname = 'analysts'")
            #expect(kept == "1")
        }
    }

    private static let rowsWithoutTenant = """
        begin;
        set local role hearth_server;
        select count(*) from entitlements.purchases
        """
}
