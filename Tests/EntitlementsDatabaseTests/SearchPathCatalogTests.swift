import EntitlementsDatabase
import TestSupport
import Testing

@Suite("Search paths in Postgres's catalog")
struct SearchPathCatalogTests {
    @Test("a function with a search path looks names up in pg_catalog first, pg_temp last")
    func searchPaths() async throws {
        let open = try await names(
            """
            select pg_proc.oid::regprocedure::text from pg_proc
              join pg_namespace schema on schema.oid = pronamespace
             where (nspname = 'entitlements' or nspname like 'hearth\\_%')
               and prokind <> 'a' and prosqlbody is null
               and ('search_path=pg_catalog, pg_temp' = any (proconfig)) is not true
            """)
        #expect(open.isEmpty)
    }

    /// Postgres notes no dependency on what pg_catalog has.
    @Test("a body that is bound names pg_catalog's objects and ours, and looks up none when run")
    func boundBodies() async throws {
        let foreign = try await names(
            """
            select format('%s: %s', bound.objid::regprocedure, named.identity)
              from pg_depend bound
              join pg_proc on pg_proc.oid = bound.objid and prosqlbody is not null
              join pg_namespace schema on schema.oid = pronamespace
             cross join pg_identify_object(
                   bound.refclassid, bound.refobjid, bound.refobjsubid) as named
             where (nspname = 'entitlements' or nspname like 'hearth\\_%')
               and bound.classid = 'pg_proc'::regclass and named.schema is not null
               and named.schema not in (nspname, 'entitlements')
            """)
        #expect(foreign.isEmpty)
        let late = try await names(
            """
            select pg_proc.oid::regprocedure::text from pg_proc
              join pg_namespace schema on schema.oid = pronamespace
             where (nspname = 'entitlements' or nspname like 'hearth\\_%')
               and (prosecdef and prosqlbody is not null
                    or pg_get_function_sqlbody(pg_proc.oid)
                       ~ '(::reg|to_reg|_to_xml|nextval|currval|to_ts|execute)')
            """)
        // These name a schema and a function in full.
        #expect(
            late == ["entitlements.open_functions()", "\(release).enter_tenant(text)"])
    }

    private func names(_ query: String) async throws -> Set<String> {
        Set(try await TestDatabase.shared.administer(query).compactMap { $0.first ?? nil })
    }
}
