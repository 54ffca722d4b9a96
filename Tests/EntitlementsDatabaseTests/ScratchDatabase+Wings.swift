import Migrations
import TestSupport
import Testing

/// An area of `sql/functions` that the core works without: a wing, or a window.
struct Wing: Sendable, CustomTestStringConvertible {
    private static let core: Set<String> = [
        "app_users", "catalog", "purchases", "households", "webhooks", "reconciliation", "tenants",
        "fold", "installation", "keys", "secrets", "requests", "migrator",
    ]

    /// The core's functions that ask wings something.
    private static let questions: Set<String> = [
        "apply_definition", "derive", "prune", "store_answers", "store_sandbox_answers",
    ]

    /// The functions of all areas.
    private static let functions: [Function] = Schema.embedded.functions.map(Function.init)

    static let all = Set(functions.map(\.area)).subtracting(core).subtracting(["wings"]).sorted()
        .map(Wing.init)

    let name: String

    var testDescription: String { name }

    /// What the core's questions and other wings call, which become functions without an answer.
    var called: Set<String> {
        let callers = Self.functions.filter {
            $0.area != name && !Self.core.contains($0.area) || Self.questions.contains($0.name)
        }
        return own.intersection(callers.flatMap(\.called))
    }

    /// What only the wing itself calls.
    var inner: Set<String> { own.subtracting(called) }

    /// The tables with rows of the wing: the core inserts none, but for its questions.
    var tables: Set<String> {
        let core = Self.functions.filter {
            Self.core.contains($0.area) && !Self.questions.contains($0.name)
        }
        return Set(Self.functions.filter { $0.area == name }.flatMap(\.filled))
            .subtracting(core.flatMap(\.filled))
    }

    private var own: Set<String> {
        Set(Self.functions.filter { $0.area == name }.map(\.name))
    }
}

private struct Function {
    let name: String
    let area: String
    let called: [String]
    /// The tables into which it inserts rows.
    let filled: [String]

    init(_ file: Schema.File) {
        let folders = file.path.split(separator: "/")
        let code = file.text.replacing(#/--.*/#, with: "")
        area = String(folders[2])
        name = String(folders[folders.count - 1].dropLast(".sql".count))
        called = code.matches(of: #/\bapi\.([a-z_0-9]+)\(/#).map { String($0.1) }
        filled = code.matches(of: #/\binsert into entitlements\.([a-z_0-9]+)/#).map { String($0.1) }
    }
}

extension ScratchDatabase {
    /// Drops the functions of a wing, empties those that others call, and deletes its rows.
    func drop(_ wing: Wing) async throws {
        try #require(!wing.called.union(wing.inner).isEmpty)
        for statement in try await administer(Self.stubs(of: wing.called)).compactMap({ $0[0] }) {
            try await administer(statement)
        }
        let inner = try await ask(
            """
            select string_agg(dropped.oid::regprocedure::text, ', ') from pg_proc dropped
             where dropped.pronamespace = '\(release)'::regnamespace
               and dropped.proname = any ('{\(wing.inner.joined(separator: ","))}')
            """)
        if let inner { try await administer("drop function \(inner)") }
        try await administer(
            """
            set session_replication_role = replica;
            do $$
            declare
                _table regclass;
            begin
                for _table in
                    select emptied.oid from pg_class emptied
                     where emptied.relnamespace = 'entitlements'::regnamespace
                       and emptied.relkind = 'r'
                       and emptied.relname = any ('{\(wing.tables.joined(separator: ","))}')
                loop
                    execute 'delete from ' || _table;
                end loop;
            end
            $$
            """)
    }

    /// The question for statements that make functions answer nothing.
    private static func stubs(of names: Set<String>) -> String {
        """
        select format(
                   'create or replace function \(release).%I(%s) returns %s %s language '
                   || case when columns.nulls is not null
                           then 'sql as $stub$ select %s where false $stub$'
                           else 'plpgsql as $stub$ begin return %s; end $stub$' end,
                   stub.proname, pg_get_function_arguments(stub.oid),
                   pg_get_function_result(stub.oid),
                   case stub.provolatile when 'v' then 'volatile' else 'stable' end,
                   case when columns.nulls is not null then columns.nulls
                        when stub.proretset or stub.prorettype = 'void'::regtype then ''
                        when stub.prorettype = 'entitlements.changes'::regtype
                        then '\(release).changes_of()'
                        when stub.prorettype = 'bigint'::regtype then '0'
                        else 'null' end)
          from pg_proc stub
         cross join lateral (
               select string_agg('null::' || format_type(one.type, null), ', ' order by one.place)
                 from unnest(stub.proallargtypes, stub.proargmodes)
                      with ordinality as one (type, mode, place)
                where one.mode = 't') as columns (nulls)
         where stub.pronamespace = '\(release)'::regnamespace
           and stub.proname = any ('{\(names.joined(separator: ","))}')
        """
    }
}
