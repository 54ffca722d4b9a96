-- Devices hold what they may do in a database of their own, which a sync service (PowerSync) fills
-- by logical replication. A publication carries tables, and a sync rule cannot join: so what a
-- device needs is written down, in the transaction that changes what it comes from.

create table entitlements.synced_subscriptions (
    tenant_id uuid not null,
    -- The purchase's id; with ':held' after it where a household keeps what moved away.
    id text collate "C" not null,
    purchase_id uuid not null,
    -- The id under which the owner is shown, or the one who owned it where it is held.
    user_id text collate "C" not null,
    -- The household that it serves beside its owner.
    household_id uuid,
    is_held boolean not null,
    environment text not null,
    product_id text collate "C",
    store text not null,
    period_type text,
    -- What the event named, as a JSON array: it counts where the catalog lacks the product.
    entitlement_ids text,
    status_until_end text not null,
    status_after_end text not null,
    will_renew boolean not null,
    starts_at_ms bigint not null,
    -- Null where it never ends.
    expires_at_ms bigint check (expires_at_ms >= starts_at_ms),
    -- Since when it is cancelled, and since when a payment fails.
    cancelled_at_ms bigint,
    billing_issue_at_ms bigint,
    primary key (tenant_id, id),
    foreign key (tenant_id, purchase_id) references entitlements.purchases,
    check (household_id is not null or not is_held)
) with (fillfactor = 80);
comment on table entitlements.synced_subscriptions is
    'Purchases as devices receive them. Always equal to their derivation.';
grant select, insert, update, delete on entitlements.synced_subscriptions to hearth_server;
call entitlements.secure_table('entitlements.synced_subscriptions');

create table entitlements.synced_household_members (
    tenant_id uuid not null,
    -- The member's id.
    id uuid not null,
    household_id uuid not null,
    user_id text collate "C" not null,
    role text not null check (role in ('owner', 'member')),
    joined_at_ms bigint not null,
    -- Until when the household serves a member who left it; null before they leave.
    access_ends_at_ms bigint,
    primary key (tenant_id, id),
    foreign key (tenant_id, household_id, id) references entitlements.household_members
);
create index synced_household_members_of_household
    on entitlements.synced_household_members (tenant_id, household_id);
comment on table entitlements.synced_household_members is
    'Household members as devices receive them. Always equal to their derivation.';
grant select, insert, update, delete on entitlements.synced_household_members to hearth_server;
call entitlements.secure_table('entitlements.synced_household_members');
