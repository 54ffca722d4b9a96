-- A limit may count one allowance for all who live in a household, with a cap for each member.
alter table entitlements.limits
    add is_pooled boolean not null default false,
    add per_member bigint check (per_member between 1 and 1000000000),
    add check (per_member is null or is_pooled);
alter table entitlements.limits alter is_pooled drop default;
comment on column entitlements.limits.is_pooled is
    'Whether the members of a household use one allowance together.';
comment on column entitlements.limits.per_member is
    'What one member may use of the allowance of a pool; null: all of it.';
-- prune_uses, which prunes all tenants, keeps the uses of pools that never reset.
drop policy tenant_rows on entitlements.limits;
drop policy tenant_isolation on entitlements.limits;
call entitlements.secure_table('entitlements.limits', is_crossed_by_doors => true);

alter type entitlements.limit_state add attribute is_pooled boolean;
alter type entitlements.limit_state add attribute household_id uuid;
alter type entitlements.limit_state add attribute per_member bigint;
alter type entitlements.limit_state add attribute own_used bigint;
alter type entitlements.limit_state add attribute own_spans tstzmultirange;
