-- A tenant's server gives access without a purchase. Its word is evidence of a store of its own,
-- `hearth`, so that nothing that RevenueCat says can change it.

create table entitlements.grants (
    tenant_id uuid not null,
    -- The purchase that the grant's evidence folds into.
    grant_id uuid not null,
    app_user_id text collate "C" not null,
    environment text not null check (environment in ('production', 'sandbox')),
    -- One of the two.
    entitlement_id text collate "C",
    product_id text collate "C",
    starts_at timestamptz not null,
    -- Null: it never ends.
    expires_at timestamptz check (expires_at > starts_at),
    reason text not null check (octet_length(reason) between 1 and 2000),
    actor text not null check (octet_length(actor) between 1 and 2000),
    granted_at timestamptz not null,
    revoked_at timestamptz check (revoked_at >= granted_at),
    revoked_by text check (octet_length(revoked_by) between 1 and 2000),
    revocation_reason text check (octet_length(revocation_reason) between 1 and 2000),
    primary key (tenant_id, grant_id),
    foreign key (tenant_id, grant_id) references entitlements.purchases,
    foreign key (tenant_id, app_user_id) references entitlements.app_user_ids on update cascade,
    check (num_nonnulls(entitlement_id, product_id) = 1),
    check (num_nonnulls(revoked_at, revoked_by, revocation_reason) in (0, 3))
);
create index grants_of_app_user_id
    on entitlements.grants (tenant_id, app_user_id, granted_at, grant_id);
comment on table entitlements.grants is
    'Access that the tenant gave without a purchase: what, why, and by whom.';
call entitlements.secure_table('entitlements.grants');
grant select, insert, update on entitlements.grants to hearth_server;

-- Each row of evidence keeps its rank; only the new kinds are added. A revocation follows the grant
-- that it ends.
create or replace function entitlements.evidence_rank(kind text) returns smallint
language sql immutable parallel safe
return
    case kind
        when 'temporary_entitlement_grant' then 10
        when 'initial_purchase' then 20
        when 'non_renewing_purchase' then 20
        when 'grant' then 20
        when 'renewal' then 30
        when 'subscription_extended' then 40
        when 'product_change' then 50
        when 'cancellation' then 60
        when 'uncancellation' then 65
        when 'subscription_paused' then 70
        when 'billing_issue' then 80
        when 'refund_reversed' then 85
        when 'expiration' then 90
        when 'revocation' then 90
        when 'transfer' then 95
        else 100
    end::smallint;

alter table entitlements.audit_entries
    drop constraint audit_entries_action_check,
    add constraint audit_entries_action_check check (
        action in ('merge', 'claim', 'undo', 'transfer', 'erase', 'grant', 'revoke'));
comment on table entitlements.audit_entries is
    'Each merge, claim, undo, transfer, erasure, grant and revocation. Never edited.';

alter table entitlements.household_rules
    -- Whether grants serve the household of their owner.
    add column shares_grants boolean not null default false;
alter table entitlements.household_rules alter shares_grants drop default;
