import TestSupport
import Testing

/// Tests the privileges of the server's role.
@Suite("The role of the server")
struct ServerRoleTests {
    @Test("the role has no special attributes and is in no other role")
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

    @Test("the role owns nothing")
    func ownsNothing() async throws {
        // Temporary objects of other tests end with their session.
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
        "the role has only the table privileges that functions need",
        arguments: [
            ("truncate", []), ("references", []), ("trigger", []),
            (
                // Deletes derived rows, queue entries, endpoints with their deliveries, and what a
                // tenant file replaces. No other row is deleted.
                "delete",
                [
                    "aliased_ids", "applied_definitions", "awaited_transactions", "code_rules",
                    "deliveries", "endpoint_secrets", "endpoints", "entitlement_implications",
                    "entitlements", "features", "figures", "household_reviews", "household_rules",
                    "kept_out_ids", "limit_entitlements", "limits", "notice_rules", "people_rules",
                    "product_credits", "product_entitlements", "products", "referral_codes",
                    "referral_rules", "sandbox_testers", "search_words", "signing_keys",
                    "snapshot_queue", "stale_answers",
                    "synced_household_members", "synced_subscriptions", "token_issuers",
                    "token_secrets", "uses", "webhook_secrets",
                ]
            ),
            (
                // Evidence, sides of transfers, stored answers of requests and the audit are never
                // updated.
                "update",
                [
                    "aliased_ids", "api_keys", "app_user_id_links", "app_user_ids", "app_users",
                    "attributes", "awaited_transactions", "claim_attempts", "code_attempts",
                    "code_campaigns",
                    "code_redemptions", "code_rules", "codes", "credit_orders", "deliveries",
                    "device_secrets", "endpoint_secrets", "endpoints", "entitlement_implications",
                    "entitlements", "erasures", "features", "figure_buckets", "figures", "grants",
                    "household_invites",
                    "household_members", "household_owners", "household_reviews", "household_rules",
                    "households", "limit_entitlements", "limits", "merge_links", "merge_tickets",
                    "merges", "noted_balances", "notice_rules", "orphans", "overuses",
                    "people_rules",
                    "product_credits", "product_entitlements", "products", "purchases",
                    "referral_rules", "referrals", "refused_webhooks", "reservations",
                    "run_app_users", "runs", "sandbox_answers", "sandbox_testers", "signing_keys",
                    "snapshot_queue", "stored_answers",
                    "synced_household_members", "synced_subscriptions", "tenants", "token_issuers",
                    "token_secrets", "upstreams", "usage", "uses", "webhook_events",
                    "webhook_secrets",
                ]
            ),
            (
                "select",
                [
                    "aliased_ids", "api_keys", "app_user_id_links", "app_user_ids", "app_users",
                    "applied_definitions", "attributes", "audit_entries", "audited_app_users",
                    "awaited_transactions",
                    "change_entries", "change_heads", "claim_attempts", "code_attempts",
                    "code_campaigns", "code_redemptions", "code_rules", "codes",
                    "credit_adjustments", "credit_orders", "credit_spends", "deliveries",
                    "device_secrets", "dismissed_notices", "drift", "dropped_bodies",
                    "endpoint_secrets", "endpoints",
                    "entitlement_implications", "entitlements", "erased_ids", "erasures",
                    "events_to_erase",
                    "evidence", "features", "figure_buckets", "figure_turns", "figures",
                    "former_app_user_ids", "grants",
                    "household_invites", "household_members",
                    "household_owners", "household_reviews", "household_rules", "households",
                    "idempotent_answers", "invariant_violations", "kept_out_ids",
                    "limit_entitlements", "limits",
                    "logged_notices", "merge_links", "merge_tickets", "merges", "named_by_events",
                    "noted_balances", "notice_rules", "operator_notes", "orphans", "overuses",
                    "pending_changes", "people_rules", "product_credits",
                    "product_entitlements", "products", "purchase_moves", "purchases",
                    "reached_limits", "referral_codes", "referral_rules", "referrals",
                    "refused_webhooks",
                    "reservations", "run_app_users", "runs", "sandbox_answers", "sandbox_testers",
                    "search_words",
                    "signing_keys", "snapshot_queue",
                    "snapshots", "stale_answers", "stored_answers", "synced_household_members",
                    "synced_subscriptions", "tenant_moves", "tenants", "token_issuers",
                    "token_secrets",
                    "transfer_sides", "upstreams", "usage", "uses", "webhook_events",
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

    @Test("the role creates nothing in our schemas")
    func createsNothing() async throws {
        let open = try await TestDatabase.shared.administer(
            """
            select nspname from pg_namespace
             where nspname in ('\(release)', 'entitlements')
               and has_schema_privilege('hearth_server', oid, 'create')
            """)
        #expect(open.isEmpty)
    }
}
