-- Lets a PowerSync service replicate what the devices of one tenant may hold. Run once, by an
-- administrator, after hearth migrate:
--
--   tenant_id=$(psql --no-align --tuples-only "$DATABASE_URL" \
--       --command="select tenant_id from entitlements.tenants where slug = 'stockpot'")
--   psql --set=tenant_id="$tenant_id" --file=examples/powersync/publication.sql "$DATABASE_URL"
--   psql --command='\password hearth_powersync' "$DATABASE_URL"
--
-- Changes are streamed through the publication, whose row filters hold them to the tenant. What was
-- there before PowerSync copies with plain selects, which no publication filters: there row
-- security does, for this role is under it and its policies name the tenant. (PowerSync warns that
-- the role lacks BYPASSRLS. That is as it should be: with it the first copy would be of every
-- tenant.)
--
-- The replica identity of every table is its primary key, which holds the tenant and the id: row
-- filters need the one and PowerSync the other, so nothing is to be set.

begin;

create role hearth_powersync login replication nobypassrls;
alter role hearth_powersync set hearth.tenant_id = :'tenant_id';
grant usage on schema entitlements to hearth_powersync;
grant execute on function entitlements.current_tenant_id() to hearth_powersync;
grant select on
    entitlements.synced_subscriptions, entitlements.synced_household_members,
    entitlements.products, entitlements.product_entitlements, entitlements.entitlements,
    entitlements.entitlement_implications
    to hearth_powersync;

create policy devices on entitlements.synced_subscriptions
    for select to hearth_powersync using (tenant_id = :'tenant_id');
create policy devices on entitlements.synced_household_members
    for select to hearth_powersync using (tenant_id = :'tenant_id');
create policy devices on entitlements.products
    for select to hearth_powersync using (tenant_id = :'tenant_id');
create policy devices on entitlements.product_entitlements
    for select to hearth_powersync using (tenant_id = :'tenant_id');
create policy devices on entitlements.entitlements
    for select to hearth_powersync using (tenant_id = :'tenant_id');
create policy devices on entitlements.entitlement_implications
    for select to hearth_powersync using (tenant_id = :'tenant_id');

-- PowerSync looks for a publication of this name.
create publication powersync for table
    entitlements.synced_subscriptions (
        tenant_id, id, user_id, household_id, is_held, environment, product_id, store, period_type,
        entitlement_ids, status_until_end, status_after_end, will_renew, starts_at_ms,
        expires_at_ms)
        where (tenant_id = :'tenant_id'),
    entitlements.synced_household_members (
        tenant_id, id, household_id, user_id, role, joined_at_ms, access_ends_at_ms)
        where (tenant_id = :'tenant_id'),
    entitlements.products (tenant_id, product_id) where (tenant_id = :'tenant_id'),
    entitlements.product_entitlements (tenant_id, product_id, entitlement_id, is_shared)
        where (tenant_id = :'tenant_id'),
    entitlements.entitlements (tenant_id, entitlement_id, rank, is_shared)
        where (tenant_id = :'tenant_id'),
    entitlements.entitlement_implications (tenant_id, entitlement_id, granted_entitlement_id)
        where (tenant_id = :'tenant_id');

commit;
