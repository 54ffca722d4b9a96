import Postgres
import TestSupport

/// Who may do what in the schemas of a database, and what is in them.
enum DatabaseAccess {
    /// The owners, privileges and policies of the schemas, one per line.
    static func lines(_ connectionString: String) async throws -> Set<String> {
        let query = """
            with things (kind, name, owner, access) as (
                select 'schema', nspname::text, nspowner,
                       coalesce(nspacl, acldefault('n', nspowner))
                  from pg_namespace where nspname in ('\(release)', 'entitlements')
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
                  from pg_proc
                 where pronamespace::regnamespace::text in ('\(release)', 'entitlements')
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
        return try await lines(of: query, connectionString)
    }

    /// The columns, constraints, indexes, views, functions, settings and comments, one per line.
    ///
    /// Constraints are without parentheses, as a restored one may have others. Those of `not null`
    /// are left out: since Postgres 18 they have names, and a renamed table's keep the old ones.
    static func definitions(_ connectionString: String) async throws -> Set<String> {
        let query = """
            with classes as (
                select oid, relname, relkind, reloptions from pg_class
                 where relnamespace = 'entitlements'::regnamespace
            ), functions as (
                select oid from pg_proc
                 where pronamespace::regnamespace::text in ('\(release)', 'entitlements')
                   and prokind <> 'a'
            )
            select concat_ws(' ', relname, relkind, reloptions) from classes
             union all
            select concat_ws(' ', relname,
                       row_number() over (partition by attrelid order by attnum), attname,
                       format_type(atttypid, atttypmod), attnotnull, attcollation, attidentity,
                       attgenerated, attstattarget, pg_get_expr(adbin, adrelid))
              from pg_attribute join classes on classes.oid = attrelid
              left join pg_attrdef on adrelid = attrelid and adnum = attnum
             where attnum > 0 and not attisdropped and relkind in ('r', 'v', 'c')
             union all
            select concat_ws(' ', conrelid::regclass, conname, convalidated,
                       translate(pg_get_constraintdef(pg_constraint.oid), '()', ''))
              from pg_constraint join classes on classes.oid = conrelid where contype <> 'n'
             union all
            select pg_get_indexdef(indexrelid) from pg_index join classes on classes.oid = indrelid
             union all
            select pg_get_viewdef(oid) from classes where relkind = 'v'
             union all
            select pg_get_functiondef(oid) from functions
             union all
            select concat_ws(' ', pg_describe_object(classoid, objoid, objsubid), description)
              from pg_description
             where objoid in (select oid from classes union all select oid from functions
                               union all select oid from pg_type
                                          where typnamespace = 'entitlements'::regnamespace)
            """
        return try await lines(of: query, connectionString)
    }

    /// The first column of the query's rows.
    private static func lines(
        of query: String, _ connectionString: String
    ) async throws -> Set<String> {
        let rows = try await AdministrationConnection.withConnection(to: connectionString) {
            try await $0.execute(query)
        }
        return Set(rows.compactMap { $0.first ?? nil })
    }
}
