-- Gathers the planner's statistics of the tables that an import fills.
--
-- An import fills empty tables within seconds (plans: rule 8).
-- Samples a tenth of the usual rows: autovacuum samples more later.
-- Passes over tables that another session holds.
-- security definer because only the owner of a table may analyze it; it returns nothing.
-- Locks: none that a read or a write waits for.

create function api.analyze_tables() returns void
language plpgsql volatile security definer
set default_statistics_target = 10
as $$
begin
    analyze (skip_locked)
            entitlements.app_users, entitlements.app_user_ids, entitlements.app_user_id_links,
            entitlements.stored_answers, entitlements.households, entitlements.household_members,
            entitlements.household_owners, entitlements.evidence, entitlements.purchases,
            entitlements.grants, entitlements.audit_entries, entitlements.reservations,
            entitlements.uses, entitlements.synced_subscriptions,
            entitlements.synced_household_members, entitlements.pending_changes;
end
$$;
