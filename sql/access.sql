-- Restores owners, row security, policies and grants of schema entitlements, and the owners and
-- grants of releases' functions. Repeatable.
--
-- A restored dump lacks them if the roles did not exist, because a dump does not create roles. If
-- sql/migrator/lacking_access.sql finds something, the migrator runs this after the migrations.
-- A migration that creates a table must also be reflected here. A test compares a restored database
-- with a fresh one.

do $$
declare
    _doors constant text[] := regexp_split_to_array('
            api_keys, change_heads, claim_attempts, code_attempts, deliveries, endpoints,
            events_to_erase, snapshot_queue, erasures, figure_buckets, figure_turns,
            household_reviews, idempotent_answers, limits,
            logged_notices, merge_tickets, pending_changes, referrals, reservations, run_app_users,
            runs, tenant_moves, tenants, upstreams, usage, uses, webhook_events', '[\s,]+');
    _granted record;
    _policy record;
    _release record;
    _routine record;
    _table text;
begin
    alter schema entitlements owner to hearth_owner;
    grant usage on schema entitlements to hearth_server, hearth_backup;
    alter default privileges for role hearth_owner revoke execute on functions from public;
    alter type entitlements.answered_entitlement owner to hearth_owner;
    alter type entitlements.bought_event owner to hearth_owner;
    alter type entitlements.changes owner to hearth_owner;
    alter type entitlements.explained_reason owner to hearth_owner;
    alter type entitlements.import_row owner to hearth_owner;
    alter type entitlements.limit_state owner to hearth_owner;
    alter type entitlements.notice owner to hearth_owner;
    alter type entitlements.reward owner to hearth_owner;
    alter type entitlements.snapshot_outcome owner to hearth_owner;
    alter type entitlements.timeline_entry owner to hearth_owner;
    alter type entitlements.timeline_query owner to hearth_owner;
    alter function entitlements.count_rows(integer, integer) owner to hearth_owner;
    alter function entitlements.current_tenant_id() owner to hearth_owner;
    alter function entitlements.evidence_does(text) owner to hearth_owner;
    alter function entitlements.named_in_event(jsonb) owner to hearth_owner;
    alter function entitlements.event_of_body(bytea) owner to hearth_owner;
    alter function entitlements.evidence_rank(text) owner to hearth_owner;
    alter function entitlements.has_entitlement(text, text, text) owner to hearth_owner;
    alter function entitlements.id_digest(uuid, text) owner to hearth_owner;
    alter function entitlements.is_erased_name(text) owner to hearth_owner;
    alter function entitlements.keep_former_app_user_id() owner to hearth_owner;
    alter function entitlements.open_functions() owner to hearth_owner;
    alter function entitlements.pin_installed_functions() owner to hearth_owner;
    alter function entitlements.note_named() owner to hearth_owner;
    alter function entitlements.refuse_erased_name() owner to hearth_owner;
    alter function entitlements.refuse_kept_out_id() owner to hearth_owner;
    alter function entitlements.tables_seen() owner to hearth_owner;
    alter function entitlements.texts_of_event(jsonb, boolean) owner to hearth_owner;
    alter function entitlements.words_of(text) owner to hearth_owner;
    alter function entitlements.words_of_id(text) owner to hearth_owner;
    alter procedure entitlements.admit_policy_role(text, text) owner to hearth_owner;
    alter procedure entitlements.apply_evidence_kinds() owner to hearth_owner;
    alter procedure entitlements.dismiss_policy_role(text, text) owner to hearth_owner;
    alter procedure entitlements.pin_search_paths() owner to hearth_owner;
    alter procedure entitlements.secure_table(regclass, boolean) owner to hearth_owner;
    grant execute on function entitlements.count_rows(integer, integer) to hearth_backup;
    grant execute on function entitlements.current_tenant_id() to hearth_server;
    grant execute on function entitlements.evidence_does(text) to hearth_server;
    grant execute on function entitlements.named_in_event(jsonb) to hearth_server;
    grant execute on function entitlements.event_of_body(bytea) to hearth_server;
    grant execute on function entitlements.evidence_rank(text) to hearth_server;
    grant execute on function entitlements.id_digest(uuid, text) to hearth_server;
    grant execute on function entitlements.is_erased_name(text) to hearth_server;
    grant execute on function entitlements.open_functions() to hearth_server;
    grant execute on function entitlements.tables_seen() to hearth_server;
    grant execute on function entitlements.texts_of_event(jsonb, boolean) to hearth_server;
    grant execute on function entitlements.words_of(text) to hearth_server;
    grant execute on function entitlements.words_of_id(text) to hearth_server;

    for _table in
        select name::text from pg_catalog.unnest(array['admin_keys',
            'console_sessions', 'deployments', 'evidence_kinds', 'figure_pace', 'installation',
            'invariant_violations',
            'migrations', 'presence', 'releases', 'size_samples']) as name
    loop
        execute format('alter table entitlements.%I owner to hearth_owner', _table);
    end loop;
    grant select on entitlements.admin_keys, entitlements.console_sessions,
        entitlements.deployments, entitlements.evidence_kinds, entitlements.figure_pace,
        entitlements.installation, entitlements.migrations, entitlements.presence,
        entitlements.releases, entitlements.size_samples to hearth_backup;
    grant select on sequence entitlements.pending_changes_place_seq to hearth_backup;
    grant select on entitlements.invariant_violations to hearth_server;

    -- Policies for our roles, or for all roles, are made anew. Those for other roles stay.
    for _policy in
        select policy.polname as name, policy.polrelid::regclass as table_name
          from pg_catalog.pg_policy policy
          join pg_catalog.pg_class class on class.oid = policy.polrelid
         where class.relnamespace = 'entitlements'::regnamespace
           and policy.polroles && array[0::oid, 'hearth_owner'::regrole,
                                        'hearth_server'::regrole, 'hearth_backup'::regrole]
    loop
        execute format('drop policy %I on %s', _policy.name, _policy.table_name);
    end loop;
    create policy door_rows on entitlements.admin_keys to hearth_owner
        using (true) with check (true);
    create policy backup_rows on entitlements.admin_keys
        for select to hearth_backup using (true);
    create policy door_rows on entitlements.console_sessions to hearth_owner
        using (true) with check (true);
    create policy backup_rows on entitlements.console_sessions
        for select to hearth_backup using (true);

    for _granted in
        select trim(mention.name) as name, granted.privileges
          from (values
            ('select', '
                change_entries, change_heads, dropped_bodies, figure_turns, tenant_moves'),
            ('select, insert', '
                audit_entries, audited_app_users, credit_adjustments, credit_spends,
                dismissed_notices, drift,
                erased_ids, events_to_erase, evidence, former_app_user_ids, idempotent_answers,
                logged_notices, named_by_events, operator_notes, pending_changes, purchase_moves,
                reached_limits, snapshots,
                transfer_sides'),
            ('select, insert, delete', '
                applied_definitions, kept_out_ids, referral_codes, search_words, stale_answers'),
            ('select, insert, update', '
                api_keys, app_user_id_links, app_user_ids, app_users, attributes,
                claim_attempts, code_attempts, code_campaigns, code_redemptions, codes,
                credit_orders, device_secrets, erasures, figure_buckets, grants, household_invites,
                household_members,
                household_owners, households, merge_links, merge_tickets, merges, noted_balances,
                orphans, overuses,
                purchases, referrals, refused_webhooks, reservations, run_app_users, runs,
                sandbox_answers, stored_answers, upstreams, usage, webhook_events'),
            ('select, insert, update, delete', '
                aliased_ids, awaited_transactions, code_rules, deliveries, endpoint_secrets,
                endpoints, snapshot_queue, entitlement_implications, entitlements, features,
                figures,
                household_reviews, household_rules, limit_entitlements, limits,
                notice_rules, people_rules, product_credits, product_entitlements, products,
                referral_rules, sandbox_testers, signing_keys,
                synced_household_members, synced_subscriptions, token_issuers, token_secrets, uses,
                webhook_secrets'),
            ('select, update', '
                tenants')
               ) as granted (privileges, names),
               pg_catalog.regexp_split_to_table(granted.names, ',') as mention (name)
    loop
        _table := btrim(_granted.name, E' \n');
        call entitlements.secure_table(
            format('entitlements.%I', _table), _table = any (_doors));
        execute format(
            'grant %s on entitlements.%I to hearth_server', _granted.privileges, _table);
    end loop;
    grant update (has_drift, read_at, received_at, first_read_at, first_received_at, run_id)
        on entitlements.snapshots to hearth_server;

    -- The server has no business with these.
    call entitlements.secure_table('entitlements.policy_roles');

    for _release in
        select schema.oid, schema.nspname as name from pg_catalog.pg_namespace schema
         where schema.nspname ~ '^hearth_[0-9a-f]{12}$'
            or schema.nspname = 'api' and to_regproc('api.get_deployment') is not null
    loop
        execute format('alter schema %I owner to hearth_owner', _release.name);
        execute format('revoke all on schema %I from public', _release.name);
        execute format('grant usage on schema %I to hearth_server', _release.name);
        execute format(
            'alter default privileges for role hearth_owner in schema %I '
            'grant execute on functions to hearth_server', _release.name);
        for _routine in
            select made.oid::regprocedure as signature from pg_catalog.pg_proc made
             where made.pronamespace = _release.oid
        loop
            execute format('alter routine %s owner to hearth_owner', _routine.signature);
            execute format('revoke all on routine %s from public', _routine.signature);
            execute format('grant execute on routine %s to hearth_server', _routine.signature);
        end loop;
    end loop;
end
$$;
