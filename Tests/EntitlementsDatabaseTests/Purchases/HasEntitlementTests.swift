import Entitlements
import EntitlementsDatabase
import FoundationEssentials
import Postgres
import TestSupport
import Testing

/// Tests the function that an app's own row policies call, as `examples/supabase` has them.
@Suite("has_entitlement in row policies", .serialized)
struct HasEntitlementTests {
    private static let reader = "11111111-1111-4111-8111-111111111111"
    private static let member = "22222222-2222-4222-8222-222222222222"
    private static let stranger = "33333333-3333-4333-8333-333333333333"

    /// An app with its tables in Hearth's database, and a role of its own.
    private struct App {
        let scratch: ScratchDatabase
        let tenant: TestTenant
        let role: String

        /// Runs a query as the role of signed-in people.
        func ask(_ query: String, as person: String?) async throws -> [[String?]] {
            try await scratch.administer(
                """
                set role \(role);
                select set_config('request.jwt.claim.sub', '\(person ?? "")', false);
                \(query)
                """)
        }

        /// How many recipes a person reads.
        func recipes(of person: String?) async throws -> String? {
            try await ask("select count(*) from public.premium_recipes", as: person).last?[0]
        }

        func has(
            _ entitlement: String = "plus", of person: String, in slug: String? = nil
        ) async throws -> String? {
            try await ask(
                """
                select entitlements.has_entitlement(
                    '\(slug ?? tenant.slug)', '\(person)', '\(entitlement)')
                """, as: nil
            ).last?[0]
        }
    }

    private func withApp(_ body: (App) async throws -> Void) async throws {
        try await ScratchDatabase.with { scratch in
            let tenant = try await TestTenant.create(in: scratch.database)
            // Roles belong to the cluster.
            let role = "app_\(UUID().uuidString.prefix(8).lowercased())"
            let example = try String(
                contentsOf: PackageRoot.url.appending(path: "examples/supabase/policies.sql"),
                encoding: .utf8
            ).replacing("authenticated", with: role).replacing("stockpot", with: tenant.slug)
            try await scratch.administer(
                """
                create role \(role) nologin;
                create schema auth;
                create function auth.uid() returns uuid language sql stable
                    return nullif(current_setting('request.jwt.claim.sub', true), '')::uuid;
                grant usage on schema auth to \(role);
                """)
            try await scratch.administer(example)
            try await body(App(scratch: scratch, tenant: tenant, role: role))
            try await scratch.administer("drop owned by \(role); drop role \(role)")
        }
    }

    @Test("100,000 rows are read with the entitlement, also the household's, and none without")
    func policy() async throws {
        try await withApp { app in
            try await app.scratch.administer(
                """
                -- Autovacuum and `drop owned` have once waited for each other.
                alter table public.premium_recipes set (autovacuum_enabled = false);
                insert into public.premium_recipes (title)
                select 'recipe ' || number from generate_series(1, 100000) as number
                """)
            try await app.tenant.found(Self.reader, with: [Self.member])
            #expect(try await app.recipes(of: Self.reader) == "0")
            try await app.tenant.receive(.nowRunning(appUserID: Self.reader))
            for (person, count) in [
                (Self.reader, "100000"), (Self.member, "100000"), (Self.stranger, "0"),
            ] {
                #expect(try await app.recipes(of: person) == count)
            }
            #expect(try await app.recipes(of: nil) == "0")
            let plan = try await app.ask(
                "explain select * from public.premium_recipes", as: Self.reader)
            #expect(plan.contains { $0[0]?.contains("InitPlan") == true }, "\(plan)")
        }
    }

    @Test("a row is written with the entitlement, for oneself alone")
    func writes() async throws {
        try await withApp { app in
            try await app.tenant.receive(.nowRunning(appUserID: Self.reader))
            let write = { (owner: String) in
                "insert into public.pantry_plans (owner_id, plan) values ('\(owner)', 'soup')"
            }
            _ = try await app.ask(write(Self.reader), as: Self.reader)
            for (owner, person) in [
                (Self.stranger, Self.stranger), (Self.stranger, Self.reader),
                (Self.reader, Self.stranger),
            ] {
                await #expect(throws: PostgresError.self) {
                    _ = try await app.ask(write(owner), as: person)
                }
            }
            #expect(try await app.scratch.ask("select count(*) from public.pantry_plans") == "1")
        }
    }

    @Test("a stored answer that is stale, out of date or of an old definition is not believed")
    func unusable() async throws {
        try await withApp { app in
            try await app.tenant.receive(.nowRunning(appUserID: Self.reader))
            #expect(try await app.has(of: Self.reader) == "t")
            // The stored answer is believed as long as it may be, so a false one shows.
            let forge = """
                update entitlements.stored_answers
                   set answer = replace(
                       answer::text, '"is_active" : true', '"is_active" : false')::json
                """
            try await app.scratch.administer(forge)
            #expect(try await app.has(of: Self.reader) == "f")
            for reason in [
                "insert into entitlements.stale_answers select tenant_id, app_user_uuid "
                    + "from entitlements.stored_answers",
                "delete from entitlements.stale_answers; "
                    + "update entitlements.stored_answers set valid_until = now()",
                "update entitlements.stored_answers set valid_until = 'infinity', "
                    + "definition_version = 0",
            ] {
                try await app.scratch.administer(reason)
                #expect(try await app.has(of: Self.reader) == "t", "\(reason)")
            }
        }
    }

    @Test("unknown people and entitlements have nothing, nor does a purchase in the sandbox count")
    func unknown() async throws {
        try await withApp { app in
            try await app.tenant.receive(.nowRunning(appUserID: Self.reader))
            try await app.tenant.receive(.nowRunning(appUserID: Self.stranger).inSandbox)
            #expect(try await app.has("none", of: Self.reader) == "f")
            #expect(try await app.has(of: "o''brien") == "f")
            #expect(try await app.has(of: Self.stranger) == "f")
            let null = try await app.ask(
                "select entitlements.has_entitlement('\(app.tenant.slug)', null, 'plus')", as: nil)
            #expect(null.last?[0] == nil)
        }
    }

    @Test("a role is refused about another tenant and one that is not there, in the same words")
    func otherTenant() async throws {
        try await withApp { app in
            let other = try await TestTenant.create(in: app.scratch.database)
            try await other.receive(.nowRunning(appUserID: Self.reader))
            var sentences: Set<String> = []
            for slug in [other.slug, "none"] {
                let error = await #expect(throws: PostgresError.self) {
                    _ = try await app.has(of: Self.reader, in: slug)
                }
                let sentence = String(describing: try #require(error))
                #expect(sentence.contains("may not ask about tenant"))
                sentences.insert(sentence.replacing(slug, with: "-"))
            }
            #expect(sentences.count == 1)
            // The question leaves no tenant behind.
            let left = try await app.ask(
                """
                select entitlements.has_entitlement('\(app.tenant.slug)', 'a', 'plus');
                select coalesce(current_setting('hearth.tenant_id', true), '')
                """, as: nil)
            #expect(left.last?[0] == "")
            try await app.scratch.administer(
                "call entitlements.admit_policy_role('\(other.slug)', '\(app.role)')")
            #expect(try await app.has(of: Self.reader, in: other.slug) == "t")
            try await app.scratch.administer(
                "call entitlements.dismiss_policy_role('\(other.slug)', '\(app.role)')")
            await #expect(throws: PostgresError.self) {
                _ = try await app.has(of: Self.reader, in: other.slug)
            }
            #expect(try await app.has(of: Self.reader) == "f")
        }
    }

    @Test("an admitted role has a right to the one function, and to no table and no other function")
    func rights() async throws {
        try await withApp { app in
            let functions = try await app.scratch.administer(
                """
                select function.oid::regprocedure from pg_proc function
                 where function.pronamespace in ('\(release)'::regnamespace,
                                                  'entitlements'::regnamespace)
                   and has_function_privilege('\(app.role)', function.oid, 'execute')
                   and has_schema_privilege('\(app.role)', function.pronamespace, 'usage')
                """)
            #expect(
                functions.map { $0[0] } == ["entitlements.has_entitlement(text,text,text)"])
            let tables = try await app.scratch.administer(
                """
                select named.oid::regclass from pg_class named
                 where named.relnamespace in ('\(release)'::regnamespace,
                                                  'entitlements'::regnamespace)
                   and named.relkind in ('r', 'v', 'm', 'p')
                   and has_table_privilege('\(app.role)', named.oid,
                           'select, insert, update, delete, truncate, references, trigger')
                """)
            #expect(tables.isEmpty, "\(tables)")
            for statement in [
                "select * from entitlements.stored_answers",
                "select * from \(release).get_entitlements('u_1')",
                "call entitlements.admit_policy_role('\(app.tenant.slug)', '\(app.role)')",
            ] {
                await #expect(throws: PostgresError.self) {
                    _ = try await app.ask(statement, as: Self.reader)
                }
            }
        }
    }

    @Test("no role and an unknown tenant are admitted: neither `public` nor a name without a role")
    func notAdmitted() async throws {
        try await withApp { app in
            for (slug, role) in [
                (app.tenant.slug, "public"), (app.tenant.slug, "no such role"),
                ("none", app.role), (app.tenant.slug, "x\"; drop schema entitlements; --"),
            ] {
                await #expect(throws: PostgresError.self) {
                    try await app.scratch.administer(
                        "call entitlements.admit_policy_role('\(slug)', '\(role)')")
                }
            }
            let admitted = try await app.scratch.ask(
                "select count(*) from entitlements.policy_roles")
            #expect(admitted == "1")
        }
    }
}
