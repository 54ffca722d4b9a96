-- An app user brings another, who pays: both are rewarded. What holds is derived again whenever the
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
call entitlements.secure_table('entitlements.referral_rules');
grant select, insert, update, delete on entitlements.referral_rules to hearth_server;

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
call entitlements.secure_table('entitlements.referral_codes');
grant select, insert, delete on entitlements.referral_codes to hearth_server;

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
call entitlements.secure_table('entitlements.referrals', is_crossed_by_doors => true);
grant select, insert, update on entitlements.referrals to hearth_server;
