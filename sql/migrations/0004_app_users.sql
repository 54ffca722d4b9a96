-- A person is a set of ids. Evidence keeps the id it came with for ever; which ids are one person
-- is derived from the links between them, so merging moves ids and nothing else. Erasing a person
-- renames their ids: every reference to an id follows, and finds its rows by an index.

create table entitlements.app_users (
    tenant_id uuid not null references entitlements.tenants,
    app_user_uuid uuid not null default gen_random_uuid(),
    created_at timestamptz not null default now(),
    -- When RevenueCat was last asked about the app user, by RevenueCat's clock.
    confirmed_at timestamptz,
    -- Their ids say nothing any more. RevenueCat is not asked about them, and no one may claim what
    -- was theirs.
    erased_at timestamptz,
    primary key (tenant_id, app_user_uuid)
);
create index app_users_by_confirmation on entitlements.app_users (tenant_id, confirmed_at);
comment on table entitlements.app_users is 'A person as one app knows them: a set of ids.';
grant select, insert, update on entitlements.app_users to hearth_server;
call entitlements.secure_table('entitlements.app_users');

create table entitlements.app_user_ids (
    tenant_id uuid not null,
    -- RevenueCat allows 1,500 characters; a key of the index has to fit a third of a page.
    app_user_id text collate "C" not null check (octet_length(app_user_id) between 1 and 1500),
    app_user_uuid uuid not null,
    created_at timestamptz not null default now(),
    -- The tenant says that the id is anonymous: an anonymous sign-in has an id of the app's own.
    declared_anonymous_at timestamptz,
    -- An id that was once identified never becomes anonymous again by itself.
    identified_at timestamptz
        check (identified_at is null or not starts_with(app_user_id, '$RCAnonymousID:')),
    -- The id matched a pattern of `people.anonymous_ids`.
    matches_anonymous_ids boolean not null default false,
    -- RevenueCat named the id together with another identified id, and the tenant's rule makes them
    -- one person. The other id identifies that person.
    is_alias boolean not null default false,
    is_anonymous boolean not null
        generated always as (
            starts_with(app_user_id, '$RCAnonymousID:')
            or ((declared_anonymous_at is not null or matches_anonymous_ids or is_alias)
                and identified_at is null)) stored,
    primary key (tenant_id, app_user_id),
    foreign key (tenant_id, app_user_uuid) references entitlements.app_users
);
create index app_user_ids_of_app_user on entitlements.app_user_ids (tenant_id, app_user_uuid);
-- Two identified ids are two people, also where evidence says otherwise. An identified id never
-- moves; anonymous ids follow it.
create unique index app_users_have_one_identified_id
    on entitlements.app_user_ids (tenant_id, app_user_uuid) where not is_anonymous;
comment on table entitlements.app_user_ids is 'Ids, and the one app user that each belongs to.';
grant select, insert, update on entitlements.app_user_ids to hearth_server;
call entitlements.secure_table('entitlements.app_user_ids');

-- Two ids that some evidence named together, and the earliest such evidence. Only the earliest can
-- decide (see api.rejoin_app_user_ids), so a pair needs one row however many events repeat it.
create table entitlements.app_user_id_links (
    tenant_id uuid not null,
    app_user_id text collate "C" not null,
    linked_app_user_id text collate "C" not null,
    linked_at timestamptz not null,
    evidence_id text collate "C" not null,
    primary key (tenant_id, app_user_id, linked_app_user_id),
    foreign key (tenant_id, app_user_id) references entitlements.app_user_ids on update cascade,
    foreign key (tenant_id, linked_app_user_id)
        references entitlements.app_user_ids on update cascade,
    -- Not <: a pair keeps its place when one of the two ids is renamed.
    check (app_user_id <> linked_app_user_id)
);
create index app_user_id_links_backwards
    on entitlements.app_user_id_links (tenant_id, linked_app_user_id);
comment on table entitlements.app_user_id_links is
    'Evidence that two ids are one person; between two identified ids, a conflict.';
grant select, insert, update on entitlements.app_user_id_links to hearth_server;
call entitlements.secure_table('entitlements.app_user_id_links');

-- RevenueCat may take ids for one customer that we keep as several people. What one of them bought
-- serves the others all the same.
create table entitlements.aliased_ids (
    tenant_id uuid not null,
    app_user_id text collate "C" not null,
    -- The ids with the same one are one customer. It is the first of their people.
    alias_uuid uuid not null,
    primary key (tenant_id, app_user_id),
    foreign key (tenant_id, app_user_id) references entitlements.app_user_ids on update cascade
);
create index aliased_ids_of_alias on entitlements.aliased_ids (tenant_id, alias_uuid);
comment on table entitlements.aliased_ids is
    'Ids that RevenueCat treats as one customer, and that belong to several app users here.';
grant select, insert, update, delete on entitlements.aliased_ids to hearth_server;
call entitlements.secure_table('entitlements.aliased_ids');

-- What an app allows its people; written by apply_tenant.
create table entitlements.people_rules (
    tenant_id uuid primary key references entitlements.tenants,
    -- As in the settings of the RevenueCat project: what happens to a purchase that an identified
    -- person had when another person comes with it.
    restore_behavior text not null
        check (restore_behavior in ('transfer', 'transfer_if_inactive', 'keep', 'share')),
    -- How old an orphan may be, in days, before only an operator may give it away; 0: any age.
    claim_expiry_days integer not null check (claim_expiry_days between 0 and 3650),
    -- How often one purchase may come to another person within 30 days.
    claims_per_30_days integer not null check (claims_per_30_days between 1 and 100),
    claim_attempts_per_hour integer not null check (claim_attempts_per_hour between 1 and 1000),
    tenant_claim_attempts_per_hour integer not null
        check (tenant_claim_attempts_per_hour between 1 and 1000000),
    -- What two identified ids of one customer of RevenueCat share.
    aliases text not null check (aliases in ('one_person', 'shared_purchases', 'conflict')),
    -- Patterns like "anon_*": the asterisk stands at the end, for any characters.
    anonymous_ids text[] not null check (cardinality(anonymous_ids) <= 20)
);
comment on table entitlements.people_rules is 'A tenant''s rules for claims.';
grant select, insert, update, delete on entitlements.people_rules to hearth_server;
call entitlements.secure_table('entitlements.people_rules');

-- What a device proves itself with before a person has signed in on it.
create table entitlements.device_secrets (
    tenant_id uuid not null,
    -- SHA-256 of the secret; the secret itself is shown once and kept nowhere.
    digest bytea not null check (octet_length(digest) = 32),
    app_user_id text collate "C" not null,
    created_at timestamptz not null,
    revoked_at timestamptz check (revoked_at >= created_at),
    primary key (tenant_id, digest),
    foreign key (tenant_id, app_user_id) references entitlements.app_user_ids on update cascade
);
-- One device, one secret: a new one replaces the one before.
create unique index device_secrets_of_app_user_id
    on entitlements.device_secrets (tenant_id, app_user_id) where revoked_at is null;
comment on table entitlements.device_secrets is
    'Digests of the secrets with which a device proves that an anonymous id is its own.';
grant select, insert, update on entitlements.device_secrets to hearth_server;
call entitlements.secure_table('entitlements.device_secrets');

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
        references entitlements.app_user_ids (tenant_id, app_user_id) on update cascade,
    check (anonymous_app_user_id <> app_user_id)
);
create index merge_tickets_of_app_user_id
    on entitlements.merge_tickets (tenant_id, anonymous_app_user_id) where closed_at is null;
create index merge_tickets_by_age on entitlements.merge_tickets (expires_at);
comment on table entitlements.merge_tickets is
    'Permissions of a tenant''s backend for one merge: single use, expiring.';
grant select, insert, update on entitlements.merge_tickets to hearth_server;
call entitlements.secure_table('entitlements.merge_tickets', is_crossed_by_doors => true);

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
    -- What was answered; the same request gets it again.
    answer jsonb not null,
    merged_at timestamptz not null,
    undone_at timestamptz check (undone_at >= merged_at),
    primary key (tenant_id, merge_id),
    foreign key (tenant_id, anonymous_app_user_id)
        references entitlements.app_user_ids (tenant_id, app_user_id) on update cascade,
    foreign key (tenant_id, app_user_id) references entitlements.app_user_ids on update cascade
);
-- An anonymous id goes to one account: a second merge is refused, also where it began first.
create unique index anonymous_ids_are_merged_once
    on entitlements.merges (tenant_id, anonymous_app_user_id) where undone_at is null;
create index merges_of_app_user_id on entitlements.merges (tenant_id, app_user_id);
comment on table entitlements.merges is
    'Merges of an anonymous app user into an account: the proof, and what moved.';
grant select, insert, update on entitlements.merges to hearth_server;
call entitlements.secure_table('entitlements.merges');

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
        references entitlements.app_user_ids (tenant_id, app_user_id) on update cascade,
    foreign key (tenant_id, app_user_id) references entitlements.app_user_ids on update cascade,
    foreign key (tenant_id, merge_id) references entitlements.merges,
    check (anonymous_app_user_id <> app_user_id)
);
create index merge_links_backwards on entitlements.merge_links (tenant_id, app_user_id);
comment on table entitlements.merge_links is
    'Pairs of ids that a merge joined, or that an undo separated.';
grant select, insert, update on entitlements.merge_links to hearth_server;
call entitlements.secure_table('entitlements.merge_links');

-- What was done to which app users, and by which actor: it only grows.
create table entitlements.audit_entries (
    tenant_id uuid not null references entitlements.tenants,
    audit_id uuid not null default gen_random_uuid(),
    recorded_at timestamptz not null,
    action text not null check (action in (
        'merge', 'claim', 'undo', 'transfer', 'erase', 'grant', 'revoke', 'adjust', 'redeem',
        'revoke_code', 'create_endpoint', 'update_endpoint', 'delete_endpoint',
        'rotate_endpoint_secret', 'replay_endpoint')),
    -- A key by its public id, a person by their id, or RevenueCat.
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
    'Each merge, claim, undo, transfer, erasure, grant, revocation and adjustment. Never edited.';
grant select, insert on entitlements.audit_entries to hearth_server;
call entitlements.secure_table('entitlements.audit_entries');

-- What is left to do: events are kept as they came, and only reading all of them finds an id.
create table entitlements.erasures (
    tenant_id uuid not null references entitlements.tenants,
    erasure_id uuid not null default gen_random_uuid(),
    erased_at timestamptz not null,
    -- The ids, as the body of an event may spell them; none when all events were looked into.
    spellings bytea[] not null,
    -- The last event that was looked into.
    looked_at_received_at timestamptz not null default '-infinity',
    looked_at_event_id text collate "C" not null default '',
    finished_at timestamptz check (finished_at >= erased_at),
    primary key (tenant_id, erasure_id),
    check ((finished_at is not null) = (cardinality(spellings) = 0))
);
create index erasures_open on entitlements.erasures (erased_at) where finished_at is null;
comment on table entitlements.erasures is
    'Erased app users, and the progress through their events.';
grant select, insert, update on entitlements.erasures to hearth_server;
call entitlements.secure_table('entitlements.erasures', is_crossed_by_doors => true);

-- An erased app user who redeemed a code comes back under the same id: the redemption still counts.
create table entitlements.erased_ids (
    tenant_id uuid not null,
    -- SHA-256 of the tenant and the id.
    digest bytea not null check (octet_length(digest) = 32),
    app_user_uuid uuid not null,
    primary key (tenant_id, digest, app_user_uuid),
    foreign key (tenant_id, app_user_uuid) references entitlements.app_users
);
comment on table entitlements.erased_ids is
    'Digests of the ids of erased app users who had redeemed a code.';
grant select, insert on entitlements.erased_ids to hearth_server;
call entitlements.secure_table('entitlements.erased_ids');
