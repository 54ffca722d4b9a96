-- Evidence in, state out. A row of evidence is what one event said of one purchase (or of a
-- transfer) and is never edited. A row of purchases is the fold over its evidence: a cache that
-- api.fold_purchase rebuilds from nothing.

-- One chain of payments in one store. The environment is part of the key, so that nothing a sandbox
-- says can reach a production purchase.
-- Rows that change with each payment have room for their next version on the same page, and no
-- index on what changes, so that their indexes stay as they are.
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

    -- Lookups ask for the purchases of people, and people are sets of ids: with the person beside
    -- the id a purchase is found without going through the ids.
    owner_uuid uuid,
    -- A purchase that moved to another person may go on serving a household for some days.
    previous_owner_app_user_id text collate "C",
    previous_owner_uuid uuid,
    moved_at timestamptz,
    -- A claim settles who owns a purchase: evidence that merely names another person moves it no
    -- more; a transfer does, or another claim.
    owner_is_settled boolean not null default false,
    -- What was told of its trial and of the reason of its end, so that an answer can say both after
    -- the trial became a paid period and after access ended.
    trial_ends_at timestamptz,
    -- Why the running period ends or ended, as the answer says it. Null: no evidence said why.
    end_reason text,

    primary key (tenant_id, purchase_id),
    unique (tenant_id, chain_id, store, environment),
    foreign key (tenant_id, owner_app_user_id)
        references entitlements.app_user_ids on update cascade,
    foreign key (tenant_id, owner_uuid) references entitlements.app_users,
    foreign key (tenant_id, previous_owner_app_user_id)
        references entitlements.app_user_ids (tenant_id, app_user_id) on update cascade,
    foreign key (tenant_id, previous_owner_uuid) references entitlements.app_users,
    check ((owner_app_user_id is null) = (owner_uuid is null)),
    check ((previous_owner_app_user_id is null) = (previous_owner_uuid is null)),
    check ((previous_owner_app_user_id is null) = (moved_at is null))
) with (fillfactor = 80);
create index purchases_of_owner on entitlements.purchases (tenant_id, owner_uuid);
create index purchases_of_previous_owner on entitlements.purchases (tenant_id, previous_owner_uuid)
    where previous_owner_uuid is not null;
-- Purchases whose time is over, or soon will be.
create index purchases_by_end on entitlements.purchases (tenant_id, access_ends_at)
    where isfinite(access_ends_at);
create index purchases_in_trouble on entitlements.purchases (tenant_id, access_ends_at)
    where billing_issue_at is not null;
create index purchases_of_anonymous on entitlements.purchases (tenant_id, access_ends_at)
    where starts_with(owner_app_user_id, '$RCAnonymousID:');
create index purchases_of_owner_id on entitlements.purchases (tenant_id, owner_app_user_id);
create index purchases_of_previous_owner_id
    on entitlements.purchases (tenant_id, previous_owner_app_user_id)
    where previous_owner_app_user_id is not null;
-- The products that were sold, each found by one look: from a product id to the next one.
create index purchases_of_product on entitlements.purchases (tenant_id, product_id)
    where environment = 'production';
comment on table entitlements.purchases is
    'One row a chain of subscription periods or a purchase: the fold over its evidence.';
grant select, insert, update on entitlements.purchases to hearth_server;
call entitlements.secure_table('entitlements.purchases');

-- Kinds that happen at one instant are folded in this order. An import comes before all that
-- RevenueCat says. A first purchase opens what the others act on, and a revocation follows the
-- grant that it ends; a snapshot has seen them all.
create function entitlements.evidence_rank(kind text) returns smallint
language sql immutable parallel safe
return
    case kind
        when 'import' then 5
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
    -- What only a snapshot says. An event says it by its kind.
    is_one_time boolean,
    original_purchased_at timestamptz,
    never_expires boolean,
    will_renew boolean,
    cancelled_at timestamptz,
    billing_issue_at timestamptz,
    is_paused boolean,
    refunded_at timestamptz,
    -- Version 2 of the API says whether there is access, and then that decides.
    gives_access boolean,
    -- Version 2 says that a subscription is cancelled or unpaid, and not since when.
    is_cancelled boolean,
    has_billing_issue boolean,
    -- The offer that a purchase used, and what was paid and where: it decides no access. The code
    -- is of the App Store's offer, or the Play Store's promotion.
    offer_code text collate "C",
    presented_offering_id text collate "C",
    price_in_purchased_currency numeric,
    currency text,
    country_code text,
    -- Told of renewals: whether it is the first payment after a trial. It decides nothing.
    is_trial_conversion boolean,
    primary key (tenant_id, evidence_id),
    foreign key (tenant_id, purchase_id) references entitlements.purchases,
    foreign key (tenant_id, app_user_id) references entitlements.app_user_ids on update cascade,
    foreign key (tenant_id, transferred_to_app_user_id)
        references entitlements.app_user_ids on update cascade,
    check ((kind = 'transfer') = (purchase_id is null)),
    check ((kind = 'transfer') = (transferred_to_app_user_id is not null)),
    check ((kind = 'transfer') = (app_user_id is null))
);
create index evidence_of_purchase
    on entitlements.evidence (tenant_id, purchase_id, order_at, rank, evidence_id);
create index evidence_of_app_user_id on entitlements.evidence (tenant_id, app_user_id);
-- A snapshot names the latest transaction only.
create index evidence_of_transaction on entitlements.evidence (tenant_id, transaction_id)
    where transaction_id is not null;
create index evidence_of_receiver on entitlements.evidence (tenant_id, transferred_to_app_user_id)
    where transferred_to_app_user_id is not null;
-- Evidence without an offer, the usual case, has no entry.
create index evidence_of_offers
    on entitlements.evidence (tenant_id, environment, offer_code, purchase_id)
    include (purchased_at, order_at)
    where offer_code is not null;
comment on table entitlements.evidence is
    'Facts about purchases, from events, snapshots and grants. Never edited.';
grant select, insert on entitlements.evidence to hearth_server;
call entitlements.secure_table('entitlements.evidence');

-- The ids on both sides of a transfer, so that either side finds it.
create table entitlements.transfer_sides (
    tenant_id uuid not null,
    app_user_id text collate "C" not null,
    evidence_id text collate "C" not null,
    side text not null check (side in ('from', 'to')),
    primary key (tenant_id, app_user_id, evidence_id, side),
    foreign key (tenant_id, evidence_id) references entitlements.evidence,
    foreign key (tenant_id, app_user_id) references entitlements.app_user_ids on update cascade
);
create index transfer_sides_of_transfer on entitlements.transfer_sides (tenant_id, evidence_id);
comment on table entitlements.transfer_sides is
    'The app user ids that a transfer names, from and to.';
grant select, insert on entitlements.transfer_sides to hearth_server;
call entitlements.secure_table('entitlements.transfer_sides');
