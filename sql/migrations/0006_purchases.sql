-- Evidence in, state out. A row of evidence is what one event said of one purchase (or of a
-- transfer) and is never edited. A row of purchases is the fold over its evidence: a cache that
-- api.fold_purchase rebuilds from nothing.

-- One chain of payments in one store. The environment is part of the key, so that nothing a sandbox
-- says can reach a production purchase.
create table entitlements.purchases (
    tenant_id uuid not null,
    purchase_id uuid not null default gen_random_uuid(),
    environment text not null,
    store text not null,
    -- The store's original transaction id; where a store gives none, the app user id and the
    -- product.
    chain_id text collate "C" not null check (octet_length(chain_id) between 1 and 2000),

    -- The folded state. Null until evidence says so.
    owner_app_user_id text collate "C",
    product_id text collate "C",
    pending_product_id text collate "C",
    period_type text,
    is_one_time boolean not null default false,
    is_family_share boolean not null default false,
    entitlement_ids text[],
    starts_at timestamptz,
    period_started_at timestamptz,
    expires_at timestamptz,
    grace_expires_at timestamptz,
    never_expires boolean not null default false,
    will_renew boolean not null default false,
    cancelled_at timestamptz,
    billing_issue_at timestamptz,
    paused_at timestamptz,
    auto_resume_at timestamptz,
    refunded_at timestamptz,
    ended_at timestamptz,
    transaction_id text,

    -- What a lookup asks: the clock against these two, and a word for either side of the end.
    access_starts_at timestamptz not null default 'infinity',
    access_ends_at timestamptz not null default '-infinity',
    status_until_end text not null default 'expired',
    status_after_end text not null default 'expired',

    -- The newest evidence folded in, by (order_at, rank, evidence_id). Transfers are not counted:
    -- who has had one is always folded from the start.
    folded_at timestamptz,
    folded_rank smallint,
    folded_evidence_id text collate "C",

    primary key (tenant_id, purchase_id),
    unique (tenant_id, chain_id, store, environment),
    foreign key (tenant_id, owner_app_user_id) references entitlements.app_user_ids
);
create index purchases_of_owner on entitlements.purchases (tenant_id, owner_app_user_id);
comment on table entitlements.purchases is
    'What was bought: the fold over all evidence of one chain.';
call entitlements.secure_table('entitlements.purchases');
grant select, insert, update on entitlements.purchases to hearth_server;

-- Kinds that happen at one instant are folded in this order. A first purchase opens what the others
-- act on; a snapshot has seen them all.
create function entitlements.evidence_rank(kind text) returns smallint
language sql immutable parallel safe
return
    case kind
        when 'temporary_entitlement_grant' then 10
        when 'initial_purchase' then 20
        when 'non_renewing_purchase' then 20
        when 'renewal' then 30
        when 'subscription_extended' then 40
        when 'product_change' then 50
        when 'cancellation' then 60
        when 'uncancellation' then 65
        when 'subscription_paused' then 70
        when 'billing_issue' then 80
        when 'refund_reversed' then 85
        when 'expiration' then 90
        when 'transfer' then 95
        else 100
    end::smallint;
alter function entitlements.evidence_rank(text) owner to hearth_owner;
revoke all on function entitlements.evidence_rank(text) from public;
grant execute on function entitlements.evidence_rank(text) to hearth_server;

create table entitlements.evidence (
    tenant_id uuid not null,
    evidence_id text collate "C" not null,
    -- Null where the evidence is about people and names no purchase: a transfer.
    purchase_id uuid,
    kind text not null,
    occurred_at timestamptz not null,
    received_at timestamptz not null,
    -- An event dated later than it was received cannot be trusted with the future: it is ordered by
    -- its receipt. (RevenueCat's own sample of a transfer is dated in the year 4466.)
    order_at timestamptz not null generated always as (least(occurred_at, received_at)) stored,
    rank smallint not null generated always as (entitlements.evidence_rank(kind)) stored,
    environment text,
    store text,
    app_user_id text collate "C",
    product_id text collate "C",
    new_product_id text collate "C",
    period_type text,
    purchased_at timestamptz,
    expires_at timestamptz,
    grace_expires_at timestamptz,
    auto_resume_at timestamptz,
    cancel_reason text,
    expiration_reason text,
    price numeric,
    is_family_share boolean,
    entitlement_ids text[],
    transaction_id text,
    original_transaction_id text,
    transferred_to_app_user_id text collate "C",
    primary key (tenant_id, evidence_id),
    foreign key (tenant_id, purchase_id) references entitlements.purchases,
    foreign key (tenant_id, app_user_id) references entitlements.app_user_ids,
    foreign key (tenant_id, transferred_to_app_user_id) references entitlements.app_user_ids,
    check ((kind = 'transfer') = (purchase_id is null)),
    check ((kind = 'transfer') = (transferred_to_app_user_id is not null)),
    check ((kind = 'transfer') = (app_user_id is null))
);
create index evidence_of_purchase
    on entitlements.evidence (tenant_id, purchase_id, order_at, rank, evidence_id);
create index evidence_of_app_user_id on entitlements.evidence (tenant_id, app_user_id);
comment on table entitlements.evidence is 'What we were told, one statement a row. Never edited.';
call entitlements.secure_table('entitlements.evidence');
grant select, insert on entitlements.evidence to hearth_server;

-- The ids on both sides of a transfer, so that either side finds it.
create table entitlements.transfer_sides (
    tenant_id uuid not null,
    app_user_id text collate "C" not null,
    evidence_id text collate "C" not null,
    side text not null check (side in ('from', 'to')),
    primary key (tenant_id, app_user_id, evidence_id, side),
    foreign key (tenant_id, evidence_id) references entitlements.evidence,
    foreign key (tenant_id, app_user_id) references entitlements.app_user_ids
);
create index transfer_sides_of_transfer on entitlements.transfer_sides (tenant_id, evidence_id);
comment on table entitlements.transfer_sides is
    'The app user ids that a transfer names, from and to.';
call entitlements.secure_table('entitlements.transfer_sides');
grant select, insert on entitlements.transfer_sides to hearth_server;
