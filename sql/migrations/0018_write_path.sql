-- A write decides for a set and then brings everything it touched up to date, once, in api.derive.
-- What a write pays for and no promise needs is gone: a sub-select in each policy, and a reference
-- that locked the row of the tenant for each event.

-- What a write touched, and derive has to bring up to date.
create type entitlements.changes as (
    -- People whose ids or memberships changed.
    app_user_uuids uuid[],
    -- Purchases whose state changed.
    purchase_ids uuid[],
    -- People who owned these purchases before, or own them now.
    owner_uuids uuid[]
);
comment on type entitlements.changes is 'What a write touched, and derive has to bring up to date.';
alter type entitlements.changes owner to hearth_owner;

create type entitlements.reading_outcome as (
    -- Where a snapshot differed from what was believed.
    differences entitlements.drift[],
    changed entitlements.changes
);
comment on type entitlements.reading_outcome is
    'How a snapshot differed from what was believed, and what it touched.';
alter type entitlements.reading_outcome owner to hearth_owner;

-- The function is inlined into the policy, so a comparison is all that is left of it: a sub-select
-- was a plan of its own in every statement.
create or replace procedure entitlements.secure_table(
    table_name regclass, is_crossed_by_doors boolean default false)
language plpgsql
set search_path = ''
as $$
begin
    execute format('alter table %s owner to hearth_owner', table_name);
    execute format(
        'alter table %s enable row level security, force row level security', table_name);
    execute format(
        'create policy tenant_rows on %s to hearth_server, hearth_owner '
        'using (true) with check (true)',
        table_name);
    execute format(
        'create policy tenant_isolation on %s as restrictive to %s '
        'using (tenant_id = entitlements.current_tenant_id()) '
        'with check (tenant_id = entitlements.current_tenant_id())',
        table_name,
        case when is_crossed_by_doors then 'hearth_server' else 'public' end);
end
$$;

do $$
declare
    _table regclass;
begin
    for _table in
        select policy.polrelid::regclass from pg_policy policy
         where policy.polname = 'tenant_isolation'
    loop
        execute format(
            'alter policy tenant_isolation on %s '
            'using (tenant_id = entitlements.current_tenant_id()) '
            'with check (tenant_id = entitlements.current_tenant_id())', _table);
    end loop;
end
$$;

-- Rows that change with each payment have room for their next version on the same page, and no
-- index on what changes, so that their indexes stay as they are. A transaction is looked up in the
-- evidence that told it.
alter table entitlements.purchases set (fillfactor = 80);
alter table entitlements.synced_subscriptions set (fillfactor = 80);
alter table entitlements.confirmations set (fillfactor = 80);
drop index entitlements.purchases_of_transaction;
create index evidence_of_transaction on entitlements.evidence (tenant_id, transaction_id)
    where transaction_id is not null;

-- Tenants are never deleted, and row security refuses the row of another tenant.
alter table entitlements.webhook_events drop constraint webhook_events_tenant_id_fkey;
