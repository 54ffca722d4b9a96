-- Keys have names, and there is a kind for people who answer customers.
-- Compatible from schema version 37.

alter table entitlements.api_keys
    add column name text check (octet_length(name) between 1 and 100);
comment on column entitlements.api_keys.name is
    'Who or what has the key, for lists and the audit; null for keys without a name.';
alter table entitlements.admin_keys
    add column name text check (octet_length(name) between 1 and 100);
comment on column entitlements.admin_keys.name is
    'Who or what has the key, for lists; null for keys without a name.';

alter table entitlements.api_keys drop constraint api_keys_kind_check;
alter table entitlements.api_keys add constraint api_keys_kind_check
    check (kind in ('secret', 'support', 'read'));

alter table entitlements.tenants
    add column support_max_grant_days integer check (support_max_grant_days between 1 and 3650);
comment on column entitlements.tenants.support_max_grant_days is
    'Within how many days a grant by a support key must end; null for the default.';
