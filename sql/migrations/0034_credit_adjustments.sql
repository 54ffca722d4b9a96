-- Credits are corrected by hand, and a refund of spent credits may leave a debt.

create table entitlements.credit_adjustments (
    tenant_id uuid not null,
    adjustment_id uuid not null,
    app_user_id text collate "C" not null,
    environment text not null check (environment in ('production', 'sandbox')),
    credit_id text collate "C" not null check (octet_length(credit_id) between 1 and 200),
    reference text collate "C" not null check (octet_length(reference) between 1 and 255),
    -- What it adds to the balance; below zero, what it takes.
    amount integer not null check (amount between -1000000 and 1000000 and amount <> 0),
    reason text not null check (octet_length(reason) between 1 and 2000),
    actor text not null check (octet_length(actor) between 1 and 2000),
    adjusted_at timestamptz not null,
    -- The purchase of the store `hearth` that holds what is given, or what is owed. Null: all was
    -- taken from other purchases.
    purchase_id uuid check (purchase_id = adjustment_id),
    primary key (tenant_id, adjustment_id),
    -- One thing, one adjustment.
    unique (tenant_id, app_user_id, environment, credit_id, reference),
    foreign key (tenant_id, purchase_id) references entitlements.purchases,
    foreign key (tenant_id, app_user_id) references entitlements.app_user_ids on update cascade
);
comment on table entitlements.credit_adjustments is
    'Credits that the tenant gave or took by hand: how many, why, and by whom. Never edited.';
call entitlements.secure_table('entitlements.credit_adjustments');
grant select, insert on entitlements.credit_adjustments to hearth_server;

alter table entitlements.tenants
    -- What a refund does to credits that were spent: forgotten, or owed.
    add column refunded_credits text not null default 'forgive'
        check (refunded_credits in ('forgive', 'allow_negative', 'block_until_repaid'));
alter table entitlements.tenants alter refunded_credits drop default;

alter table entitlements.audit_entries
    drop constraint audit_entries_action_check,
    add constraint audit_entries_action_check check (
        action in ('merge', 'claim', 'undo', 'transfer', 'erase', 'grant', 'revoke', 'adjust'));
comment on table entitlements.audit_entries is
    'Each merge, claim, undo, transfer, erasure, grant, revocation and adjustment. Never edited.';

-- Each row of evidence keeps its rank; only the new kind is added.
create or replace function entitlements.evidence_rank(kind text) returns smallint
language sql immutable parallel safe
return
    case kind
        when 'temporary_entitlement_grant' then 10
        when 'initial_purchase' then 20
        when 'non_renewing_purchase' then 20
        when 'grant' then 20
        when 'adjustment' then 20
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
