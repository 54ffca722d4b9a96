-- Database roles of an app whose tables lie in the same database are let in one by one, each for
-- one tenant: the name of a tenant opens nothing.

create table entitlements.policy_roles (
    tenant_id uuid not null references entitlements.tenants,
    role_name text collate "C" not null check (octet_length(role_name) between 1 and 63),
    primary key (tenant_id, role_name)
);
comment on table entitlements.policy_roles is
    'The database roles of an app that may ask about its tenant''s people.';
call entitlements.secure_table('entitlements.policy_roles');
