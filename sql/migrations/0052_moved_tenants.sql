-- A database that had a tenant goes on saying so after its rows are deleted. Servers know a tenant
-- by key and slug for up to a minute: they answered payers that they have nothing, and stored
-- webhooks that no tenant ever saw.
-- Compatible from schema version 41.

alter table entitlements.tenant_moves
    add column cleared_at timestamptz,
    add column key_ids text[],
    add constraint tenant_moves_cleared check (cleared_at is null or state = 'moved');
comment on column entitlements.tenant_moves.cleared_at is
    'When the tenant''s rows were deleted here. The row stays, so that requests are refused.';
comment on column entitlements.tenant_moves.key_ids is
    'The ids of the API keys that the tenant had when its rows were deleted.';
create index tenant_moves_cleared_keys on entitlements.tenant_moves using gin (key_ids)
    where cleared_at is not null;
