-- People who paid before they signed up: which ids are somebody's for now and which are accounts'
-- for good, what joined them and on whose word, what of their purchases nobody has claimed, and a
-- trail of all of it that only grows.

-- An id may be anonymous because the tenant says so: an anonymous sign-in has an id of the app's.
-- An id that was once identified never becomes anonymous again by itself.
alter table entitlements.app_user_ids
    add column declared_anonymous_at timestamptz,
    add column identified_at timestamptz
        check (identified_at is null or not starts_with(app_user_id, '$RCAnonymousID:'));
drop index entitlements.app_users_have_one_identified_id;
alter table entitlements.app_user_ids
    drop column is_anonymous;
alter table entitlements.app_user_ids
    add column is_anonymous boolean not null
        generated always as (
            starts_with(app_user_id, '$RCAnonymousID:')
            or (declared_anonymous_at is not null and identified_at is null)) stored;
create unique index app_users_have_one_identified_id
    on entitlements.app_user_ids (tenant_id, app_user_uuid) where not is_anonymous;

-- What an app allows its people; written by apply_tenant.
create table entitlements.people_rules (
    tenant_id uuid primary key references entitlements.tenants,
    -- As in the settings of the RevenueCat project: what happens to a purchase that an identified
    -- person had when somebody else comes with it.
    restore_behavior text not null default 'transfer'
        check (restore_behavior in ('transfer', 'transfer_if_inactive', 'keep', 'share')),
    -- How old an orphan may be, in days, before only an operator gives it to anybody; 0: any age.
    claim_expiry_days integer not null default 0 check (claim_expiry_days between 0 and 3650),
    -- How often one purchase may come to another person within 30 days.
    claims_per_30_days integer not null default 3 check (claims_per_30_days between 1 and 100),
    claim_attempts_per_hour integer not null default 10
        check (claim_attempts_per_hour between 1 and 1000),
    tenant_claim_attempts_per_hour integer not null default 1000
        check (tenant_claim_attempts_per_hour between 1 and 1000000)
);
comment on table entitlements.people_rules is 'What an app allows its people to claim.';
insert into entitlements.people_rules (tenant_id)
select tenants.tenant_id from entitlements.tenants;
call entitlements.secure_table('entitlements.people_rules');
grant select, insert, update, delete on entitlements.people_rules to hearth_server;

-- What a device proves itself with before anybody has signed in on it.
create table entitlements.device_secrets (
    tenant_id uuid not null,
    -- SHA-256 of the secret; the secret itself is shown once and kept nowhere.
    digest bytea not null check (octet_length(digest) = 32),
    app_user_id text collate "C" not null,
    created_at timestamptz not null,
    revoked_at timestamptz check (revoked_at >= created_at),
    primary key (tenant_id, digest),
    foreign key (tenant_id, app_user_id) references entitlements.app_user_ids
);
-- One device, one secret: a new one replaces the one before.
create unique index device_secrets_of_app_user_id
    on entitlements.device_secrets (tenant_id, app_user_id) where revoked_at is null;
comment on table entitlements.device_secrets is
    'What a device proves with that an anonymous id is its own.';
call entitlements.secure_table('entitlements.device_secrets');
grant select, insert, update on entitlements.device_secrets to hearth_server;

-- The word of the tenant's server that one anonymous id may go to one account, once and soon.
create table entitlements.merge_tickets (
    tenant_id uuid not null,
    digest bytea not null check (octet_length(digest) = 32),
    anonymous_app_user_id text collate "C" not null,
    app_user_id text collate "C" not null,
    created_at timestamptz not null,
    expires_at timestamptz not null
        check (expires_at between created_at + interval '60 seconds'
                              and created_at + interval '600 seconds'),
    -- Spent, or dead because the anonymous id was identified in another way.
    closed_at timestamptz,
    primary key (tenant_id, digest),
    foreign key (tenant_id, anonymous_app_user_id)
        references entitlements.app_user_ids (tenant_id, app_user_id),
    check (anonymous_app_user_id <> app_user_id)
);
create index merge_tickets_of_app_user_id
    on entitlements.merge_tickets (tenant_id, anonymous_app_user_id) where closed_at is null;
create index merge_tickets_by_age on entitlements.merge_tickets (expires_at);
comment on table entitlements.merge_tickets is
    'The tenant''s word that an anonymous id may go to an account: single use, expiring.';
call entitlements.secure_table('entitlements.merge_tickets', is_crossed_by_doors => true);
grant select, insert, update on entitlements.merge_tickets to hearth_server;

-- The journal: what was identified, on what proof, and what went with it, so that it can be undone.
create table entitlements.merges (
    tenant_id uuid not null,
    merge_id uuid not null default gen_random_uuid(),
    anonymous_app_user_id text collate "C" not null,
    -- The account. The same id where an anonymous sign-in became a permanent one.
    app_user_id text collate "C" not null,
    outcome text not null check (outcome in ('upgraded', 'merged')),
    proof text not null check (
        proof in ('vouched', 'operator', 'device_secret', 'anonymous_token', 'merge_ticket')),
    -- Every id that the anonymous person had, and what they owned under them.
    moved_app_user_ids text[] not null,
    moved_purchase_ids uuid[] not null,
    -- What was answered; whoever asks again is answered the same.
    answer jsonb not null,
    merged_at timestamptz not null,
    undone_at timestamptz check (undone_at >= merged_at),
    primary key (tenant_id, merge_id),
    foreign key (tenant_id, anonymous_app_user_id)
        references entitlements.app_user_ids (tenant_id, app_user_id),
    foreign key (tenant_id, app_user_id) references entitlements.app_user_ids
);
-- An anonymous id goes to one account: whoever is second is refused, whatever they saw.
create unique index anonymous_ids_are_merged_once
    on entitlements.merges (tenant_id, anonymous_app_user_id) where undone_at is null;
create index merges_of_app_user_id on entitlements.merges (tenant_id, app_user_id);
comment on table entitlements.merges is
    'Which anonymous id became which account''s, on what proof, and what went with it.';
call entitlements.secure_table('entitlements.merges');
grant select, insert, update on entitlements.merges to hearth_server;

-- What merges say of pairs of ids. A proof stands above everything that evidence says of the two,
-- and so does its undoing.
create table entitlements.merge_links (
    tenant_id uuid not null,
    anonymous_app_user_id text collate "C" not null,
    app_user_id text collate "C" not null,
    merge_id uuid not null,
    -- False: one person. True: the merge was undone, and nothing makes one person of them again
    -- but another merge.
    is_severed boolean not null default false,
    primary key (tenant_id, anonymous_app_user_id, app_user_id),
    foreign key (tenant_id, anonymous_app_user_id)
        references entitlements.app_user_ids (tenant_id, app_user_id),
    foreign key (tenant_id, app_user_id) references entitlements.app_user_ids,
    foreign key (tenant_id, merge_id) references entitlements.merges,
    check (anonymous_app_user_id <> app_user_id)
);
create index merge_links_backwards on entitlements.merge_links (tenant_id, app_user_id);
comment on table entitlements.merge_links is
    'Which pairs of ids are one person by proof, or are not by the undoing of one.';
call entitlements.secure_table('entitlements.merge_links');
grant select, insert, update on entitlements.merge_links to hearth_server;

-- Who did what to whom: it only grows.
create table entitlements.audit_entries (
    tenant_id uuid not null references entitlements.tenants,
    audit_id uuid not null default gen_random_uuid(),
    recorded_at timestamptz not null,
    action text not null check (action in ('merge', 'claim', 'undo', 'transfer')),
    -- Who did it: a key by its public id, a person by their id, or RevenueCat.
    actor text not null check (octet_length(actor) between 1 and 2000),
    reason text not null check (octet_length(reason) between 1 and 2000),
    app_user_ids text[] not null,
    before jsonb not null,
    after jsonb not null,
    primary key (tenant_id, audit_id)
);
create index audit_entries_recent
    on entitlements.audit_entries (tenant_id, recorded_at, audit_id);
create index audit_entries_of_app_user_ids on entitlements.audit_entries using gin (app_user_ids);
comment on table entitlements.audit_entries is
    'Every merge, claim, undoing and transfer: who, why, before and after. Never edited.';
call entitlements.secure_table('entitlements.audit_entries');
grant select, insert on entitlements.audit_entries to hearth_server;

-- To which identified people a purchase came by a merge or a claim: what limits how often.
create table entitlements.purchase_moves (
    tenant_id uuid not null,
    purchase_id uuid not null,
    moved_at timestamptz not null,
    audit_id uuid not null,
    app_user_id text collate "C" not null,
    primary key (tenant_id, purchase_id, moved_at, audit_id),
    foreign key (tenant_id, purchase_id) references entitlements.purchases,
    foreign key (tenant_id, audit_id) references entitlements.audit_entries,
    foreign key (tenant_id, app_user_id) references entitlements.app_user_ids
);
comment on table entitlements.purchase_moves is
    'To whom a purchase came by a merge or a claim, and when. Never edited.';
call entitlements.secure_table('entitlements.purchase_moves');
grant select, insert on entitlements.purchase_moves to hearth_server;

-- Purchases that no identified person owns, since when and why.
create table entitlements.orphans (
    tenant_id uuid not null,
    orphan_id uuid not null default gen_random_uuid(),
    purchase_id uuid not null,
    orphaned_at timestamptz not null,
    reason text not null check (reason in ('unknown_id', 'anonymous', 'transferred', 'conflict')),
    resolved_at timestamptz,
    primary key (tenant_id, orphan_id),
    foreign key (tenant_id, purchase_id) references entitlements.purchases
);
create unique index purchases_are_orphaned_once
    on entitlements.orphans (tenant_id, purchase_id) where resolved_at is null;
create index orphans_recent
    on entitlements.orphans (tenant_id, orphaned_at, orphan_id) where resolved_at is null;
comment on table entitlements.orphans is
    'Purchases that no identified person owns, or owned for a while: since when, and why.';
call entitlements.secure_table('entitlements.orphans');
grant select, insert, update on entitlements.orphans to hearth_server;
insert into entitlements.orphans (tenant_id, purchase_id, orphaned_at, reason)
select purchase.tenant_id, purchase.purchase_id, coalesce(purchase.moved_at, purchase.folded_at),
       case when purchase.owner_uuid is null then 'unknown_id' else 'anonymous' end
  from entitlements.purchases purchase
 where purchase.folded_at is not null
   and not exists (
       select from entitlements.app_user_ids own
        where own.tenant_id = purchase.tenant_id and own.app_user_uuid = purchase.owner_uuid
          and not own.is_anonymous);

-- How often claims were tried: rows are counted up within their hour.
create table entitlements.claim_attempts (
    tenant_id uuid not null references entitlements.tenants,
    -- Of one person, or '' for all of the tenant.
    app_user_id text collate "C" not null,
    hour timestamptz not null,
    attempts integer not null check (attempts >= 1),
    primary key (tenant_id, app_user_id, hour)
);
create index claim_attempts_by_age on entitlements.claim_attempts (hour);
comment on table entitlements.claim_attempts is 'How often claims were tried, by the hour.';
call entitlements.secure_table('entitlements.claim_attempts', is_crossed_by_doors => true);
grant select, insert, update on entitlements.claim_attempts to hearth_server;

-- A claim settles whose a purchase is: evidence that merely names somebody moves it no more; a
-- transfer does, or another claim.
alter table entitlements.purchases
    add column owner_is_settled boolean not null default false;
