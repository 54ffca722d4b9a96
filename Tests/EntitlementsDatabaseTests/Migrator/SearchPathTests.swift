import EntitlementsDatabase
import FoundationEssentials
import Postgres
import TestSupport
import Testing

@testable import Migrations

@Suite("No function runs what another role made", .timeLimit(.minutes(5)))
struct SearchPathTests {
    /// As migrations before 0042 left every function.
    private static let open = """
        do $$
        declare
            _made regprocedure;
        begin
            for _made in
                select pg_proc.oid from pg_proc join pg_namespace on pg_namespace.oid = pronamespace
                 where (nspname = 'entitlements' or nspname like 'hearth\\_%')
                   and prokind <> 'a' and prosqlbody is null
            loop
                execute format('alter routine %s set search_path = ''''', _made);
            end loop;
        end
        $$;
        """

    /// A release before 0042: its functions have an empty search path, and its migrator pins none.
    private static let older: Schema = {
        let text = { (file: Schema.File) in
            guard file.path.hasPrefix("sql/functions/") || file.path.hasPrefix("sql/shared/")
            else { return file.text }
            return file.definition(in: "api")
                .replacing("set search_path = pg_catalog, pg_temp", with: "set search_path = ''")
        }
        return Schema(
            files: Schema.embedded.files(text).filter { $0.path != "sql/access.sql" })
    }()

    @Test("an admitted role's types run nothing: asked, by a policy, and by the app's own function")
    func fresh() async throws {
        try await TemporaryTypes.with { app in
            let example = try String(
                contentsOf: PackageRoot.url.appending(path: "examples/supabase/README.md"),
                encoding: .utf8)
            let wrapper = try #require(
                example.firstMatch(of: #/create function public\.i_have[^`]+/#)?.output)
            let own = wrapper.replacing(
                "'stockpot', auth.uid()", with: "'\(app.tenant.slug)', 'u_1'")
            try await app.scratch.administer(
                """
                \(own)
                grant execute on function public.i_have(text) to \(app.role);
                create table public.recipes as select 1 as title;
                alter table public.recipes enable row level security;
                grant select on public.recipes to \(app.role);
                create policy plus on public.recipes to \(app.role) using (public.i_have('plus'))
                """)
            #expect(try await app.ask() == "t")
            #expect(try await app.ask("public.i_have('plus')") == "t")
            #expect(try await app.ask("count(*) from public.recipes") == "1")
            #expect(try await app.openCount() == "0")
        }
    }

    @Test("the migration repairs what releases before it installed, and what they install later")
    func repaired() async throws {
        try await TemporaryTypes.with { app in
            let database = EmptyDatabase(connectionString: app.scratch.connectionString)
            let migration = try #require(
                Schema.embedded.migrations.first { $0.name.hasSuffix("_pinned_search_paths.sql") })
            try await app.scratch.administer(
                """
                drop trigger pin_installed_functions on entitlements.releases;
                drop function entitlements.pin_installed_functions();
                drop procedure entitlements.pin_search_paths();
                drop function entitlements.open_functions();
                \(Self.open)
                """)
            try await database.migrate(to: Self.older)
            for type in ["uuid", "text"] {
                #expect(try await app.ask(of: [type])?.contains("ran as hearth_owner") == true)
            }
            // A function that it calls has a path of its own.
            try await app.scratch.administer(
                """
                alter function entitlements.has_entitlement(text, text, text)
                    set search_path = pg_catalog, pg_temp
                """)
            #expect(try await app.ask()?.contains("ran as hearth_owner") == true)

            _ = try await database.ask(migration.file.text)
            #expect(try await app.ask() == "t")
            #expect(try await app.openCount() == "0")

            // The step back: its migrator makes has_entitlement and its functions again.
            try await app.scratch.administer("drop schema \(Self.older.functionsSchema) cascade")
            #expect(try await database.migrate(to: Self.older).isReleaseInstalled)
            let asked = try await app.scratch.ask(
                "select prosrc from pg_proc where proname = 'has_entitlement'")
            #expect(asked?.contains(Self.older.functionsSchema) == true)
            #expect(try await app.ask() == "t")
            #expect(try await app.openCount() == "0")
        }
    }

    @Test("a function that is open is refused, and repaired by each migration")
    func proved() async throws {
        try await ScratchDatabase.with { own in
            let database = EmptyDatabase(connectionString: own.connectionString)
            try await database.requireDeployment()
            for change in [
                "alter function entitlements.tables_seen() set search_path = ''",
                "alter function \(release).get_deployment() reset search_path",
                "alter function \(release).get_deployment() set search_path = pg_catalog",
                "alter table entitlements.releases disable trigger all; \(Self.open)",
            ] {
                try await own.administer(change)
                let refusal = await #expect(throws: MigrationFailure.self, "\(change)") {
                    try await database.requireDeployment()
                }
                #expect(refusal?.description.contains("code as hearth_owner") == true, "\(change)")
                try await database.migrate(to: .embedded)
                try await database.requireDeployment()
            }
        }
    }

    @Test("bodies that are bound run no function, operator or type of the caller's search path")
    func bound() async throws {
        try await ScratchDatabase.with { own in
            try await own.administer(
                "\(Self.shadows) grant usage on schema evil to hearth_server")
            let taken = await #expect(throws: PostgresError.self) {
                try await own.administer("\(Self.enter) select upper('a')")
            }
            #expect("\(taken, default: "")".contains("shadow ran"))
            let rows = try await own.administer(
                """
                \(Self.enter)
                \(Self.callBound)
                select pg_catalog.current_setting('hearth.called'),
                       pg_catalog.current_setting('hearth.ran')
                """)
            let counts = try #require(rows.first)
            #expect((counts[0].flatMap { Int($0) } ?? 0) > 100)
            #expect(counts[1] == "")
        }
    }

    @Test("the migrator binds and runs nothing of schema public")
    func migrator() async throws {
        try await EmptyDatabase.with { database in
            for arguments in [
                "text, text", "text, name", "text, text, text", "text, name, name",
                "text, json", "text, timestamptz", "text, uuid",
            ] {
                for name in ["format", "concat", "json_build_object", "jsonb_build_object"] {
                    _ = try await database.ask(
                        """
                        create function public.\(name)(\(arguments)) returns text
                        language plpgsql immutable
                        as $$ begin raise exception 'ran as %', current_user; end $$
                        """)
                }
            }
            try await database.migrate(to: .embedded)
            let bound = try await database.ask(
                """
                select count(*) from pg_depend
                  join pg_proc on pg_proc.oid = refobjid
                 where refclassid = 'pg_proc'::regclass and pronamespace = 'public'::regnamespace
                """)
            #expect(bound == "0")
        }
    }

    private static let enter =
        "set role hearth_server; set search_path = evil, pg_catalog;"

    /// Schema evil has each function, operator and type of pg_catalog that a role may make again.
    private static let shadows = """
        create schema evil;
        do $do$
        declare
            _made record;
        begin
            for _made in
                select format(
                           'create function evil.%I(%s) returns %s language plpgsql as '
                           '$$ begin raise exception ''shadow ran''; end $$',
                           proname, oidvectortypes(proargtypes), prorettype::regtype
                       ) as statement
                  from pg_proc where pronamespace = 'pg_catalog'::regnamespace and prokind = 'f'
                   and not proretset
                union all
                select format(
                           'create operator evil.%s '
                           '(function = evil.%I, leftarg = %s, rightarg = %s)',
                           oprname, proname, oprleft::regtype, oprright::regtype)
                  from pg_operator join pg_proc on pg_proc.oid = oprcode
                 where oprnamespace = 'pg_catalog'::regnamespace and oprkind = 'b'
            loop
                begin
                    execute _made.statement;
                exception when others then null;
                end;
            end loop;
        end
        $do$;
        create function evil.trap() returns bool
        language plpgsql as $$ begin raise exception 'shadow ran'; end $$;
        create domain evil.uuid as pg_catalog.uuid check (evil.trap());
        create domain evil.text as pg_catalog.text check (evil.trap());
        create domain evil.timestamptz as pg_catalog.timestamptz check (evil.trap());
        create domain evil.jsonb as pg_catalog.jsonb check (evil.trap());
        """

    /// Calls each function that has a bound body, and notes how many, and where a shadow ran.
    private static let callBound = """
        do $do$
        declare
            _bound pg_catalog.regprocedure;
            _call pg_catalog.text;
            _called pg_catalog.int4 := 0;
            _ran pg_catalog.text := '';
        begin
            for _bound, _call in
                select made.oid, pg_catalog.format(
                           'select %I.%I(%s)', schema.nspname, made.proname, (
                           select pg_catalog.string_agg(
                                      pg_catalog.format('null::%s', type::pg_catalog.regtype), ',')
                             from pg_catalog.unnest(made.proargtypes) as one (type)))
                  from pg_catalog.pg_proc made
                  join pg_catalog.pg_namespace schema
                    on schema.oid operator(pg_catalog.=) made.pronamespace
                 where made.prosqlbody is not null
                   and schema.nspname operator(pg_catalog.~) '^(entitlements|hearth_)'
            loop
                begin
                    _called := _called operator(pg_catalog.+) 1;
                    execute _call;
                exception when others then
                    if sqlerrm operator(pg_catalog.=) 'shadow ran' then
                        _ran := pg_catalog.concat(_ran, ' ', _bound);
                    end if;
                end;
            end loop;
            perform pg_catalog.set_config('hearth.called', _called::pg_catalog.text, false);
            perform pg_catalog.set_config('hearth.ran', _ran, false);
        end
        $do$;
        """
}
