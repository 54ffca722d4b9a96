-- Notes at the old database that a tenant moves. Repeatable; what an earlier move left is replaced.
-- The schema makes api.enter_tenant look for the row.
select pg_catalog.pg_advisory_xact_lock(1748722538);
create schema if not exists hearth_moves authorization hearth_owner;
insert into entitlements.tenant_moves (tenant_id, slug, state, other_database)
values (:'tenant', :'slug', 'copying', :'other')
    on conflict (tenant_id) do update
       set state = excluded.state, slug = excluded.slug, other_database = excluded.other_database,
           started_at = excluded.started_at, changed_at = excluded.changed_at,
           fenced_position = null, subscription_id = null, cleared_at = null, key_ids = null
     where tenant_moves.cleared_at is not null;
