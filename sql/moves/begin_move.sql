-- Notes at the old database that a tenant moves. Repeatable. The schema makes
-- api.enter_tenant look for the row.
select pg_catalog.pg_advisory_xact_lock(1748722538);
create schema if not exists hearth_moves authorization hearth_owner;
insert into entitlements.tenant_moves (tenant_id, slug, state, other_database)
values (:'tenant', :'slug', 'copying', :'other')
    on conflict do nothing;
