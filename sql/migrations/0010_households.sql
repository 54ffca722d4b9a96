-- People who live together share what one of them paid for. Memberships are kept as dated facts and
-- never deleted, so that an answer about the past includes the household of that day.

-- What an app allows its households; written by apply_tenant.
create table entitlements.household_rules (
    tenant_id uuid primary key references entitlements.tenants,
    max_members integer not null check (max_members between 1 and 100),
    switch_cooldown_days integer not null check (switch_cooldown_days between 0 and 365),
    invite_ttl_days integer not null check (invite_ttl_days between 1 and 365),
    owner_leaves text not null check (owner_leaves in ('block', 'transfer', 'dissolve')),
    departure_grace_days integer not null check (departure_grace_days between 0 and 365),
    downgrade text not null check (downgrade in ('newest_out', 'freeze_joins')),
    downgrade_notice_days integer not null check (downgrade_notice_days between 0 and 365),
    confirm_by_owner boolean not null,
    joins_per_30_days integer not null check (joins_per_30_days between 1 and 1000),
    shares_from text not null check (shares_from in ('owner', 'any_member')),
    invites_within_seats boolean not null,
    transfer_hold_days integer not null check (transfer_hold_days between 0 and 30),
    -- Whether grants serve the household of their owner.
    shares_grants boolean not null
);
comment on table entitlements.household_rules is 'A tenant''s rules for households.';
grant select, insert, update, delete on entitlements.household_rules to hearth_server;
call entitlements.secure_table('entitlements.household_rules');

create table entitlements.households (
    tenant_id uuid not null references entitlements.tenants,
    household_id uuid not null default gen_random_uuid(),
    name text check (octet_length(name) between 1 and 200),
    created_at timestamptz not null,
    dissolved_at timestamptz check (dissolved_at >= created_at),
    -- Since when there are more members than seats; the notice runs from here.
    seats_exceeded_at timestamptz,
    primary key (tenant_id, household_id)
);
comment on table entitlements.households is 'People who share what one of them paid for.';
grant select, insert, update on entitlements.households to hearth_server;
call entitlements.secure_table('entitlements.households');

create table entitlements.household_members (
    tenant_id uuid not null,
    household_id uuid not null,
    member_id uuid not null default gen_random_uuid(),
    -- A membership goes with the id under which a person joined: what moves the id moves it too.
    -- No reference holds the two together: it would make the person a part of the id's key, and
    -- moving an id would wait for all transactions that write about it.
    app_user_id text collate "C" not null,
    app_user_uuid uuid not null,
    -- Seats are numbered, and taken once: the index below refuses a member too many, where code
    -- forgot to lock.
    seat integer not null check (seat >= 1),
    -- The seats there were when this one was taken.
    seats integer not null check (seats <= 100),
    joined_at timestamptz not null,
    left_at timestamptz,
    left_because text
        check (left_because in ('left', 'removed', 'dissolved', 'downgraded', 'merged')),
    -- Until when the household serves a member who left it: the departure, and a grace where the
    -- tenant gives one.
    access_ends_at timestamptz not null default 'infinity',
    primary key (tenant_id, household_id, member_id),
    foreign key (tenant_id, household_id) references entitlements.households,
    foreign key (tenant_id, app_user_id) references entitlements.app_user_ids on update cascade,
    foreign key (tenant_id, app_user_uuid) references entitlements.app_users,
    check (seat <= seats),
    check (left_at >= joined_at),
    check (access_ends_at >= left_at),
    check ((left_at is null) = (left_because is null)),
    check (left_at is not null or access_ends_at = 'infinity')
);
create unique index app_users_have_one_household
    on entitlements.household_members (tenant_id, app_user_uuid) where left_at is null;
create unique index seats_are_taken_once
    on entitlements.household_members (tenant_id, household_id, seat) where left_at is null;
create index household_members_of_app_user
    on entitlements.household_members (tenant_id, app_user_uuid);
create index household_members_of_app_user_id
    on entitlements.household_members (tenant_id, app_user_id);
comment on table entitlements.household_members is 'Memberships, present and past.';
grant select, insert, update on entitlements.household_members to hearth_server;
call entitlements.secure_table('entitlements.household_members');

create table entitlements.household_owners (
    tenant_id uuid not null,
    household_id uuid not null,
    member_id uuid not null,
    owned_from timestamptz not null,
    owned_until timestamptz check (owned_until >= owned_from),
    primary key (tenant_id, household_id, member_id, owned_from),
    foreign key (tenant_id, household_id, member_id) references entitlements.household_members
);
create unique index households_have_one_owner
    on entitlements.household_owners (tenant_id, household_id) where owned_until is null;
comment on table entitlements.household_owners is 'Household owners, present and past.';
grant select, insert, update on entitlements.household_owners to hearth_server;
call entitlements.secure_table('entitlements.household_owners');

create table entitlements.household_invites (
    tenant_id uuid not null,
    household_id uuid not null,
    invite_id uuid not null default gen_random_uuid(),
    -- SHA-256 of the code; the code itself is shown once and kept nowhere.
    code_digest bytea not null check (octet_length(code_digest) = 32),
    created_at timestamptz not null,
    expires_at timestamptz not null check (expires_at > created_at),
    revoked_at timestamptz,
    redeemed_at timestamptz,
    redeemed_by_app_user_id text collate "C",
    -- Whether the one who let them in also waived the cool-down: it holds until the owner confirms.
    ignores_cooldown boolean not null default false,
    -- The membership that came of it; until the owner has confirmed, where they must, null.
    member_id uuid,
    primary key (tenant_id, household_id, invite_id),
    unique (tenant_id, code_digest),
    foreign key (tenant_id, household_id) references entitlements.households,
    foreign key (tenant_id, redeemed_by_app_user_id)
        references entitlements.app_user_ids on update cascade,
    foreign key (tenant_id, household_id, member_id) references entitlements.household_members,
    check ((redeemed_at is null) = (redeemed_by_app_user_id is null)),
    check (member_id is null or (redeemed_at is not null and revoked_at is null))
);
create index household_invites_of_redeemer
    on entitlements.household_invites (tenant_id, redeemed_by_app_user_id)
    where redeemed_by_app_user_id is not null;
comment on table entitlements.household_invites is
    'Invites to a household: single use, expiring, known by the digest of their code.';
grant select, insert, update on entitlements.household_invites to hearth_server;
call entitlements.secure_table('entitlements.household_invites');

-- Seats end by the clock, so a worker has to look at the right moment.
create table entitlements.household_reviews (
    tenant_id uuid not null,
    household_id uuid not null,
    due_at timestamptz not null,
    primary key (tenant_id, household_id),
    foreign key (tenant_id, household_id) references entitlements.households
);
create index household_reviews_due on entitlements.household_reviews (due_at);
comment on table entitlements.household_reviews is
    'Households whose seats must be compared with their members, and when.';
grant select, insert, update, delete on entitlements.household_reviews to hearth_server;
call entitlements.secure_table('entitlements.household_reviews', is_crossed_by_doors => true);

-- What must never be seen. A constraint refuses most of it; the view looks all the same, because a
-- constraint that was dropped says nothing.
create view entitlements.invariant_violations with (security_invoker = true) as
select member.tenant_id, 'person_in_two_households' as violation, member.app_user_uuid as subject
  from entitlements.household_members member
 where member.left_at is null
 group by member.tenant_id, member.app_user_uuid
having count(*) > 1
union all
select member.tenant_id, 'more_members_than_seats', member.household_id
  from entitlements.household_members member
 where member.left_at is null
 group by member.tenant_id, member.household_id
having count(*) > max(member.seats)
union all
select household.tenant_id, 'household_without_owner', household.household_id
  from entitlements.households household
 where household.dissolved_at is null
   and not exists (
       select from entitlements.household_owners owner
         join entitlements.household_members member
           on member.tenant_id = owner.tenant_id and member.household_id = owner.household_id
          and member.member_id = owner.member_id
        where owner.tenant_id = household.tenant_id
          and owner.household_id = household.household_id
          and owner.owned_until is null and member.left_at is null)
union all
select household.tenant_id, 'dissolved_household_is_alive', household.household_id
  from entitlements.households household
 where household.dissolved_at is not null
   and (exists (
           select from entitlements.household_members member
            where member.tenant_id = household.tenant_id
              and member.household_id = household.household_id and member.left_at is null)
        or exists (
           select from entitlements.household_invites invite
            where invite.tenant_id = household.tenant_id
              and invite.household_id = household.household_id
              and invite.revoked_at is null and invite.member_id is null))
union all
select owner.tenant_id, 'owner_outside_membership', owner.household_id
  from entitlements.household_owners owner
  join entitlements.household_members member
    on member.tenant_id = owner.tenant_id and member.household_id = owner.household_id
   and member.member_id = owner.member_id
 where owner.owned_from < member.joined_at
    or coalesce(owner.owned_until, 'infinity') > coalesce(member.left_at, 'infinity')
union all
select member.tenant_id, 'member_is_somebody_else', member.member_id
  from entitlements.household_members member
  left join entitlements.app_user_ids known
    on known.tenant_id = member.tenant_id and known.app_user_id = member.app_user_id
 where known.app_user_uuid is distinct from member.app_user_uuid
union all
select purchase.tenant_id, 'purchase_is_somebody_elses', purchase.purchase_id
  from entitlements.purchases purchase
  join entitlements.app_user_ids known
    on known.tenant_id = purchase.tenant_id and known.app_user_id = purchase.owner_app_user_id
 where known.app_user_uuid <> purchase.owner_uuid;
comment on view entitlements.invariant_violations is
    'What must never be: empty, in every tenant, at every moment.';
alter view entitlements.invariant_violations owner to hearth_owner;
grant select on entitlements.invariant_violations to hearth_server;
