import EntitlementsDatabase
import TestSupport
import Testing

/// Checks Postgres's catalog against the rules that keep tenants apart.
@Suite("The schema in Postgres's catalog")
struct SystemCatalogTests {
    /// Tables of the installation: admin keys, sessions, the migrator's state, and presence.
    ///
    /// The server reaches them through doors only.
    private static let installationTables: Set<String> = [
        "admin_keys", "console_sessions", "deployments", "evidence_kinds", "figure_pace",
        "installation", "migrations", "presence", "releases", "size_samples",
    ]

    @Test("every tenant table forces row security with a restrictive policy")
    func rowSecurity() async throws {
        let unprotected = try await names(
            """
            select table_.relname from pg_class table_
             where table_.relnamespace = 'entitlements'::regnamespace
               and table_.relkind in ('r', 'p', 'm', 'f')
               and not (table_.relrowsecurity and table_.relforcerowsecurity and exists (
                   select from pg_policy policy
                    where policy.polrelid = table_.oid and policy.polname = 'tenant_isolation'
                      and not policy.polpermissive and policy.polcmd = '*'
                      and policy.polroles && array[0, 'hearth_server'::regrole]::oid[]
                      and pg_get_expr(policy.polqual, policy.polrelid)
                          like '%tenant_id = %current_tenant_id()%'
                      and pg_get_expr(policy.polwithcheck, policy.polrelid)
                          like '%tenant_id = %current_tenant_id()%'))
            """)
        #expect(unprotected == Self.installationTables)
    }

    @Test("no table keeps statistics of the tenant, so that a plan serves all tenants")
    func tenantStatistics() async throws {
        let counted = try await names(
            """
            select attribute.attrelid::regclass::text from pg_attribute attribute
              join pg_class table_ on table_.oid = attribute.attrelid
             where table_.relnamespace = 'entitlements'::regnamespace
               and table_.relkind in ('r', 'p') and attribute.attname = 'tenant_id'
               and coalesce(attribute.attstattarget, -1) <> 0
            """)
        #expect(counted == [])
    }

    @Test("only tables that doors read across tenants exempt their owner")
    func doorTables() async throws {
        let open = try await names(
            """
            select distinct polrelid::regclass::text from pg_policy
             where polname = 'tenant_isolation'
                and polroles = array['hearth_server'::regrole]::oid[]
            """)
        #expect(
            open == [
                "entitlements.api_keys", "entitlements.change_heads",
                "entitlements.claim_attempts", "entitlements.code_attempts",
                "entitlements.deliveries", "entitlements.endpoints",
                "entitlements.snapshot_queue", "entitlements.erasures",
                "entitlements.events_to_erase",
                "entitlements.figure_buckets", "entitlements.figure_turns",
                "entitlements.household_reviews",
                "entitlements.idempotent_answers", "entitlements.limits",
                "entitlements.logged_notices", "entitlements.merge_tickets",
                "entitlements.pending_changes",
                "entitlements.referrals",
                "entitlements.reservations", "entitlements.run_app_users", "entitlements.runs",
                "entitlements.tenant_moves", "entitlements.tenants", "entitlements.upstreams",
                "entitlements.usage",
                "entitlements.uses", "entitlements.webhook_events",
            ])
    }

    @Test("every key of a tenant table includes the tenant, except global names")
    func keys() async throws {
        let without = try await names(
            """
            select format('%s.%s', key.indrelid::regclass, (
                       select string_agg(attname, ',' order by attnum) from pg_attribute
                        where attrelid = key.indrelid and attnum = any (key.indkey)))
              from pg_index key
              join pg_attribute tenant
                on tenant.attrelid = key.indrelid and tenant.attname = 'tenant_id'
              join pg_class table_ on table_.oid = key.indrelid
             where table_.relnamespace = 'entitlements'::regnamespace
               and key.indisunique and not tenant.attnum = any (key.indkey)
            """)
        // A key id or a slug is looked up before its tenant is known.
        #expect(without == ["entitlements.api_keys.key_id", "entitlements.tenants.slug"])
    }

    @Test("a tenant table's primary key begins with the tenant")
    func primaryKeys() async throws {
        let others = try await names(
            """
            select table_.relname from pg_class table_
              join pg_attribute tenant
                on tenant.attrelid = table_.oid and tenant.attname = 'tenant_id'
             where table_.relnamespace = 'entitlements'::regnamespace and table_.relkind = 'r'
               and not exists (
                   select from pg_index key
                    where key.indrelid = table_.oid and key.indisprimary
                      and key.indkey[0] = tenant.attnum)
            """)
        #expect(others.isEmpty)
    }

    @Test("a tenant table's foreign keys begin with the tenant on both sides")
    func references() async throws {
        let others = try await names(
            """
            select format('%s %s', reference.conrelid::regclass, reference.conname)
              from pg_constraint reference
             where reference.contype = 'f'
               and reference.connamespace = 'entitlements'::regnamespace
               and (select (own.attname, other.attname) from pg_attribute own, pg_attribute other
                     where own.attrelid = reference.conrelid and own.attnum = reference.conkey[1]
                       and other.attrelid = reference.confrelid
                       and other.attnum = reference.confkey[1])
                   is distinct from ('tenant_id'::name, 'tenant_id'::name)
            """)
        #expect(others.isEmpty)
    }

    @Test("every foreign key that follows a renamed id has an index")
    func renamedIDs() async throws {
        let others = try await names(
            """
            select format('%s %s', reference.conrelid::regclass, reference.conname)
              from pg_constraint reference
             where reference.contype = 'f' and reference.confupdtype = 'c'
               and reference.connamespace = 'entitlements'::regnamespace
               and not exists (
                   select from pg_index index
                    where index.indrelid = reference.conrelid
                      and (index.indkey::int2[])[0:cardinality(reference.conkey) - 1]
                          @> reference.conkey)
            """)
        #expect(others.isEmpty)
    }

    @Test("every column with ids from outside refuses the names of erased app users")
    func erasedNames() async throws {
        let open = try await names(
            """
            select format('%s.%s', relname, attname)
              from pg_attribute
              join pg_class on pg_class.oid = attrelid and relkind = 'r'
             where relnamespace = 'entitlements'::regnamespace
               and attname ~ 'app_user_ids?$' and not exists (
                   select from pg_trigger
                    where tgrelid = attrelid and tgname = 'refuse_erased_name'
                      and strpos(pg_get_triggerdef(pg_trigger.oid), 'new.' || attname) > 0)
            """)
        #expect(
            open == [
                // Derived from other rows.
                "aliased_ids.app_user_id", "change_entries.app_user_id", "drift.app_user_id",
                "logged_notices.app_user_id", "merges.anonymous_app_user_id",
                "merges.app_user_id", "merges.moved_app_user_ids", "overuses.app_user_id",
                "pending_changes.app_user_id", "purchase_moves.app_user_id",
                "purchases.owner_app_user_id", "purchases.previous_owner_app_user_id",
                "snapshots.app_user_ids", "audit_entries.app_user_ids",
                "audited_app_users.app_user_id", "search_words.app_user_id",
                "former_app_user_ids.app_user_id",
                // What an erased app user had goes on: a reservation becomes a use, old uses
                // become a sum, and a reward that a merge took is given back.
                "uses.app_user_id", "usage.app_user_id", "grants.app_user_id",
                "credit_spends.app_user_id", "credit_adjustments.app_user_id",
                // These give nothing: queues, counts of guesses, testers of a tenant file. An
                // invite gets its redeemer after the member is added.
                "runs.app_user_id", "run_app_users.app_user_id", "snapshot_queue.app_user_id",
                "claim_attempts.app_user_id", "code_attempts.app_user_id",
                "sandbox_testers.app_user_id", "household_invites.redeemed_by_app_user_id",
                "webhook_events.app_user_id",
                // Erased ids, for as long as events have them.
                "events_to_erase.app_user_ids",
            ])
    }

    @Test("the doors across tenants are exactly these")
    func doors() async throws {
        let doors = try await names("select proname from pg_proc where prosecdef and \(Self.inAPI)")
        #expect(
            doors == [
                "analyze_grown_tables", "analyze_tables", "apply_tenant", "authenticate_api_key",
                "claim_endpoints", "claim_snapshot",
                "claim_household_review", "claim_schedule", "claim_webhook_event",
                "count_active", "count_queued_snapshots", "count_coverage",
                "count_failed_webhook_events",
                "count_findings", "count_invariant_violations", "create_admin_key",
                "create_console_link", "delete_traces", "end_console_session", "enter_past",
                "erase_events", "erase_webhook_events", "examine_installation",
                "find_console_session", "find_tenant",
                "get_database_size", "get_deployment", "get_log_position",
                "list_admin_keys", "list_origins", "list_servers", "list_webhook_arrivals",
                "list_overdue_tables", "list_releases", "list_sizes", "list_tenant_moves",
                "lapse_fence", "leave_out", "list_tenants", "log_timeline",
                "measure_clock_skew",
                "next_run", "note_departure", "note_presence", "note_refused_sign_in", "note_sizes",
                "number_changes",
                "prune", "refresh_due_answers", "refresh_figures",
                "rename_traces", "review_due_referrals", "revoke_admin_key",
                "start_console_session", "try_write", "use_api_key", "use_console_link",
            ])
    }

    @Test(
        "every function of schema api follows the rules",
        arguments: [
            (
                "pins its search path, or binds its names when it is made",
                "prokind = 'a' or prosqlbody is not null "
                    + "or coalesce('search_path=pg_catalog, pg_temp' = any (proconfig), false)"
            ),
            ("says what it does", "obj_description(oid, 'pg_proc') is not null"),
            ("belongs to the owner", "proowner = 'hearth_owner'::regrole"),
            (
                "only the owner and the server may call it",
                "not exists (select from aclexplode(coalesce(proacl, acldefault('f', proowner)))"
                    + " where grantee not in ('hearth_owner'::regrole, 'hearth_server'::regrole))"
            ),
            (
                "has no namesake",
                "(select count(*) from pg_proc same"
                    + " where same.proname = pg_proc.proname"
                    + " and same.pronamespace = pronamespace) = 1"
            ),
        ])
    func functions(rule: String, condition: String) async throws {
        let others = try await names(
            "select proname from pg_proc where \(Self.inAPI) and not (\(condition))")
        #expect(others.isEmpty, "\(rule)")
    }

    @Test("public may execute no function of schema entitlements")
    func functionsOfTables() async throws {
        let others = try await names(
            """
            select proname from pg_proc
             where pronamespace = 'entitlements'::regnamespace
               and exists (
                   select from aclexplode(coalesce(proacl, acldefault('f', proowner)))
                    where grantee = 0)
            """)
        #expect(others.isEmpty)
    }

    @Test("plpgsql_check finds no fault in the functions", .enabled { try await canCheck() })
    func plpgsqlCheck() async throws {
        let findings = try await ScratchDatabase.with { scratch in
            try await scratch.administer(
                """
                create schema plpgsql_check;
                create extension plpgsql_check schema plpgsql_check;
                select proname || ': ' || finding.message || coalesce(': ' || finding.query, '')
                  from pg_proc
                  join pg_language language on language.oid = prolang and lanname = 'plpgsql'
                 cross join lateral plpgsql_check.plpgsql_check_function_tb(
                           pg_proc.oid, fatal_errors => false, extra_warnings => true,
                           security_warnings => true) as finding
                 where \(Self.inAPI)
                """)
        }
        #expect(findings.compactMap(\.first) == [])
    }

    private static let inAPI = "pronamespace = '\(release)'::regnamespace"

    private static func canCheck() async throws -> Bool {
        try await TestDatabase.shared.administer(
            "select from pg_available_extensions where name = 'plpgsql_check'"
        ).count == 1
    }

    private func names(_ query: String) async throws -> Set<String> {
        Set(try await TestDatabase.shared.administer(query).compactMap { $0.first ?? nil })
    }
}
