import TestSupport
import Testing

/// What the server could do at most, were every line of it wrong.
@Suite("The role of the server")
struct ServerRoleTests {
    @Test("it is above no rule, and a member of nothing")
    func attributes() async throws {
        let found = try await TestDatabase.shared.administer(
            """
            select from pg_roles
             where rolname = 'hearth_server'
               and (rolsuper or rolbypassrls or rolcreatedb or rolcreaterole or rolreplication
                    or exists (select from pg_auth_members where member = pg_roles.oid))
            """)
        #expect(found.isEmpty)
    }

    @Test("it owns nothing")
    func ownsNothing() async throws {
        // Other tests make temporary objects as this role, which end with their session.
        let owned = try await TestDatabase.shared.administer(
            """
            select owned.objid from pg_shdepend owned
              left join pg_class made
                on owned.classid = 'pg_class'::regclass and made.oid = owned.objid
             where owned.refclassid = 'pg_authid'::regclass and owned.deptype = 'o'
               and owned.refobjid = 'hearth_server'::regrole
               and owned.dbid in (0, (select oid from pg_database
                                       where datname = current_database()))
               and made.relpersistence is distinct from 't'
            """)
        #expect(owned.isEmpty)
    }

    @Test(
        "it may do with tables what functions need, and no more",
        arguments: [
            ("truncate", []), ("references", []), ("trigger", []),
            (
                // The catalog, the rules and the issuers are replaced as a whole; a slot can be
                // emptied; a review gets done, a confirmation too; nobody waits any more; what
                // devices are sent is derived; a stale answer is derived anew. Nothing else goes.
                "delete",
                [
                    "aliased_ids", "awaited_transactions", "confirmations",
                    "entitlement_implications",
                    "entitlements", "features", "household_reviews", "household_rules",
                    "limit_entitlements", "limits", "people_rules", "product_credits",
                    "product_entitlements", "products", "stale_answers",
                    "synced_household_members", "synced_subscriptions", "token_issuers",
                    "token_secrets", "webhook_secrets",
                ]
            ),
            (
                // Not evidence, nor the sides of a transfer: what we were told is never edited. Nor
                // is what we answered, nor the trail.
                "update",
                [
                    "aliased_ids", "api_keys", "app_user_id_links", "app_user_ids", "app_users",
                    "awaited_transactions", "claim_attempts", "confirmations", "credit_orders",
                    "device_secrets",
                    "entitlement_implications", "entitlements", "erasures", "features",
                    "household_invites", "household_members", "household_owners",
                    "household_reviews", "household_rules", "households", "limit_entitlements",
                    "limits", "merge_links", "merge_tickets", "merges", "orphans", "people_rules",
                    "product_credits", "product_entitlements", "products", "purchases",
                    "reservations", "run_people", "runs", "stored_answers",
                    "synced_household_members", "synced_subscriptions", "tenants", "token_issuers",
                    "token_secrets", "upstreams", "usage", "webhook_events", "webhook_secrets",
                ]
            ),
            (
                "select",
                [
                    "aliased_ids", "api_keys", "app_user_id_links", "app_user_ids", "app_users",
                    "audit_entries",
                    "awaited_transactions", "claim_attempts", "confirmations", "credit_orders",
                    "credit_spends", "device_secrets", "drift", "entitlement_implications",
                    "entitlements", "erasures", "evidence", "features", "household_invites",
                    "household_members", "household_owners", "household_reviews",
                    "household_rules", "households", "idempotent_answers", "invariant_violations",
                    "limit_entitlements", "limits", "merge_links", "merge_tickets", "merges",
                    "orphans", "people_rules", "product_credits", "product_entitlements",
                    "products", "purchase_moves", "purchases", "reservations", "run_people",
                    "runs", "snapshots", "stale_answers", "stored_answers",
                    "synced_household_members", "synced_subscriptions", "tenants", "token_issuers",
                    "token_secrets", "transfer_sides", "upstreams", "usage", "webhook_events",
                    "webhook_secrets",
                ]
            ),
        ] as [(String, [String])])
    func tables(privilege: String, tables: [String]) async throws {
        let granted = try await TestDatabase.shared.administer(
            """
            select relname from pg_class
             where relnamespace = 'entitlements'::regnamespace and relkind in ('r', 'p', 'v', 'm')
               and has_table_privilege('hearth_server', oid, '\(privilege)')
             order by relname
            """)
        #expect(granted.compactMap(\.first) == tables)
    }

    @Test("it can make nothing in any schema")
    func createsNothing() async throws {
        let open = try await TestDatabase.shared.administer(
            """
            select nspname from pg_namespace
             where nspname in ('api', 'entitlements')
               and has_schema_privilege('hearth_server', oid, 'create')
            """)
        #expect(open.isEmpty)
    }
}
