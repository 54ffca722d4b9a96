-- Another encryption key is safe only once every running server holds it: with their presence,
-- servers report the ids of their keys.
alter table entitlements.presence add column servers jsonb not null default '{}';
comment on column entitlements.presence.servers is
    'The servers by name: when each was last present, and the ids of its encryption keys.';
