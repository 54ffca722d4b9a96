-- A code gives what a campaign of the tenant promises. Each redemption is a row with its number, so
-- that two can never take the last place, and it stays when it is revoked or its app user erased.

-- What a code gives: one entitlement, or what one product gives.
create type entitlements.reward as (
    entitlement_id text,
    product_id text,
    -- An ISO 8601 duration. Null: for ever.
    duration text,
    -- It begins when the present access ends, and needs present access.
    extends boolean
);
comment on type entitlements.reward is 'What a code gives.';
alter type entitlements.reward owner to hearth_owner;

create table entitlements.code_rules (
    tenant_id uuid primary key references entitlements.tenants,
    attempts_per_hour integer not null check (attempts_per_hour between 1 and 1000),
    tenant_attempts_per_hour integer not null
        check (tenant_attempts_per_hour between 1 and 1000000)
);
comment on table entitlements.code_rules is 'How often wrong codes may be tried.';
grant select, insert, update, delete on entitlements.code_rules to hearth_server;
call entitlements.secure_table('entitlements.code_rules');

create table entitlements.code_campaigns (
    tenant_id uuid not null references entitlements.tenants,
    campaign_id text collate "C" not null check (octet_length(campaign_id) between 1 and 200),
    -- Where it is defined: in the tenant file, or by the API.
    origin text not null check (origin in ('file', 'api')),
    -- False: the tenant file no longer has it.
    is_listed boolean not null,
    gives entitlements.reward not null check (
        num_nonnulls((gives).entitlement_id, (gives).product_id) = 1
        and (gives).extends is not null),
    valid_from timestamptz,
    valid_until timestamptz,
    -- Null: no maximum.
    max_redemptions integer check (max_redemptions between 1 and 100000000),
    per_app_user integer not null check (per_app_user between 1 and 1000),
    -- Who must not have bought before: the app user, or all members of their household.
    only_new text check (only_new in ('app_user', 'household')),
    without_subscription boolean not null,
    is_stackable boolean not null,
    -- How many redemptions there are; each took the next number under this row's lock.
    redemptions integer not null check (redemptions >= 0),
    created_at timestamptz not null,
    revoked_at timestamptz,
    primary key (tenant_id, campaign_id),
    check (valid_from < valid_until)
);
comment on table entitlements.code_campaigns is
    'What codes give, when, to which app users and how often.';
grant select, insert, update on entitlements.code_campaigns to hearth_server;
call entitlements.secure_table('entitlements.code_campaigns');

create table entitlements.codes (
    tenant_id uuid not null,
    code_id uuid not null default gen_random_uuid(),
    campaign_id text collate "C" not null,
    -- SHA-256 of the code in its one spelling; the code itself is shown once and kept nowhere.
    digest bytea not null check (octet_length(digest) = 32),
    -- One of a batch; else the campaign's shared code.
    batch_id uuid,
    -- False: the tenant file or the API now names another shared code.
    is_listed boolean not null,
    created_at timestamptz not null,
    revoked_at timestamptz,
    primary key (tenant_id, code_id),
    unique (tenant_id, digest),
    foreign key (tenant_id, campaign_id) references entitlements.code_campaigns
);
create index codes_of_campaign on entitlements.codes (tenant_id, campaign_id, batch_id);
create index codes_of_batch on entitlements.codes (tenant_id, batch_id) where batch_id is not null;
comment on table entitlements.codes is 'Codes by their digests: shared ones, and batches.';
grant select, insert, update on entitlements.codes to hearth_server;
call entitlements.secure_table('entitlements.codes');

create table entitlements.code_redemptions (
    tenant_id uuid not null,
    redemption_id uuid not null default gen_random_uuid(),
    campaign_id text collate "C" not null,
    code_id uuid not null,
    -- The place among the campaign's redemptions, from 1.
    number integer not null check (number >= 1),
    -- Set for a code of a batch: it is redeemed once.
    is_single_use boolean not null,
    app_user_id text collate "C" not null,
    idempotency_key text collate "C" check (octet_length(idempotency_key) between 1 and 255),
    redeemed_at timestamptz not null,
    gives entitlements.reward not null,
    -- Null: never.
    ends_at timestamptz,
    grant_id uuid not null,
    revoked_at timestamptz check (revoked_at >= redeemed_at),
    -- `merged`: a merge showed that the app user had no right to it; undoing gives it back.
    revoked_because text check (revoked_because in ('revoked', 'merged')),
    primary key (tenant_id, redemption_id),
    unique (tenant_id, campaign_id, number),
    foreign key (tenant_id, campaign_id) references entitlements.code_campaigns,
    foreign key (tenant_id, code_id) references entitlements.codes,
    foreign key (tenant_id, app_user_id) references entitlements.app_user_ids on update cascade,
    foreign key (tenant_id, grant_id) references entitlements.grants,
    check ((revoked_at is null) = (revoked_because is null))
);
-- The index refuses a second redemption of a code of a batch.
create unique index codes_are_used_once
    on entitlements.code_redemptions (tenant_id, code_id) where is_single_use;
create unique index redemptions_by_key
    on entitlements.code_redemptions (tenant_id, app_user_id, idempotency_key);
create index redemptions_of_code on entitlements.code_redemptions (tenant_id, code_id);
create index redemptions_recent
    on entitlements.code_redemptions (tenant_id, redeemed_at, redemption_id);
comment on table entitlements.code_redemptions is
    'Which app user redeemed which code, and what it gave.';
grant select, insert, update on entitlements.code_redemptions to hearth_server;
call entitlements.secure_table('entitlements.code_redemptions');

create table entitlements.code_attempts (
    tenant_id uuid not null references entitlements.tenants,
    -- Of one id, or '' for all of the tenant.
    app_user_id text collate "C" not null,
    hour timestamptz not null,
    -- How many wrong codes came.
    attempts integer not null check (attempts >= 1),
    primary key (tenant_id, app_user_id, hour)
);
create index code_attempts_by_age on entitlements.code_attempts (hour);
comment on table entitlements.code_attempts is 'How many wrong codes came, by the hour.';
grant select, insert, update on entitlements.code_attempts to hearth_server;
call entitlements.secure_table('entitlements.code_attempts', is_crossed_by_doors => true);

-- An app user brings another, who pays: both are rewarded. What holds is derived again when the
-- evidence of the second changes; a worker gives and takes back under the locks of both.
create table entitlements.referral_rules (
    tenant_id uuid primary key references entitlements.tenants,
    -- What each side gets; null: nothing.
    gives_referrer entitlements.reward,
    gives_referred entitlements.reward,
    -- How long after the first payment the rewards come.
    hold_days integer not null check (hold_days between 0 and 365),
    -- How many referrals one referrer is rewarded for: within `per_days`, or in all.
    max_per_referrer integer check (max_per_referrer between 1 and 100000),
    per_days integer check (per_days between 1 and 3650),
    check (num_nonnulls(gives_referrer, gives_referred) >= 1),
    check (per_days is null or max_per_referrer is not null)
);
comment on table entitlements.referral_rules is
    'What referrals give; only tenants that offer them have a row.';
grant select, insert, update, delete on entitlements.referral_rules to hearth_server;
call entitlements.secure_table('entitlements.referral_rules');

create table entitlements.referral_codes (
    tenant_id uuid not null,
    app_user_id text collate "C" not null,
    -- Shown again and again, to be passed on: it is no secret.
    code text collate "C" not null,
    digest bytea not null check (octet_length(digest) = 32),
    created_at timestamptz not null,
    primary key (tenant_id, app_user_id),
    unique (tenant_id, digest),
    foreign key (tenant_id, app_user_id) references entitlements.app_user_ids on update cascade
);
comment on table entitlements.referral_codes is 'With which code an app user brings others.';
grant select, insert, delete on entitlements.referral_codes to hearth_server;
call entitlements.secure_table('entitlements.referral_codes');

create table entitlements.referrals (
    tenant_id uuid not null,
    referral_id uuid not null default gen_random_uuid(),
    referrer_app_user_id text collate "C" not null,
    referred_app_user_id text collate "C" not null,
    redeemed_at timestamptz not null,
    -- The first payment that was not refunded within `hold_days`, as of the last review.
    paid_at timestamptz,
    -- Why it gives nothing, as of the last review.
    void_reason text check (void_reason in (
        'same_app_user', 'same_household', 'circular', 'not_new', 'referred_before', 'erased')),
    -- When the worker looks next; null: only when something changes.
    review_at timestamptz,
    rewarded_at timestamptz,
    -- Null: the side gets nothing, or the referrer had as many as they may.
    referrer_grant_id uuid,
    referred_grant_id uuid,
    taken_back_at timestamptz check (taken_back_at >= rewarded_at),
    primary key (tenant_id, referral_id),
    foreign key (tenant_id, referrer_app_user_id)
        references entitlements.app_user_ids (tenant_id, app_user_id) on update cascade,
    foreign key (tenant_id, referred_app_user_id)
        references entitlements.app_user_ids (tenant_id, app_user_id) on update cascade,
    foreign key (tenant_id, referrer_grant_id) references entitlements.grants (tenant_id, grant_id),
    foreign key (tenant_id, referred_grant_id) references entitlements.grants (tenant_id, grant_id),
    check (referrer_app_user_id <> referred_app_user_id)
);
-- An app user is brought once, under each id.
create unique index referrals_of_referred
    on entitlements.referrals (tenant_id, referred_app_user_id);
create index referrals_of_referrer on entitlements.referrals (tenant_id, referrer_app_user_id);
create index referrals_due on entitlements.referrals (review_at) where review_at is not null;
comment on table entitlements.referrals is 'Which app user brought which, and what came of it.';
grant select, insert, update on entitlements.referrals to hearth_server;
call entitlements.secure_table('entitlements.referrals', is_crossed_by_doors => true);
