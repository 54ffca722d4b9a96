import Postgres

/// Who may do what in the schemas of a database.
enum DatabaseAccess {
    /// The owners, privileges and policies of the schemas, one per line.
    static func lines(_ connectionString: String) async throws -> Set<String> {
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
}
