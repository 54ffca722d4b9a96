-- Endpoints that nothing was delivered to yet wait for each other only, like those that fail.
alter table entitlements.endpoints add column is_new boolean not null default false;
alter table entitlements.endpoints alter column is_new set default true;
comment on column entitlements.endpoints.is_new is
    'Nothing was delivered to it since it was made, moved or switched on.';
create index endpoints_on on entitlements.endpoints (is_slow, is_new) where off_reason is null;
